/**
 * The scope of spans that stemma exported. They must not come back as a session of their own, to be exported again.
 */
export const ownScope = 'stemma';
