// Keys of advisory locks. Those of trees are their own keys, which are never below zero.

/** All writers share it; who rewrites everything holds it alone. */
export const wholeStore = -7_369_656;
export const migrating = -7_369_657;
