// Keys of advisory locks. Those of trees are their own keys, which are never negative.

/** All writers share it; rewriting everything takes it exclusively. */
export const wholeStore = -7_369_656;
export const migrating = -7_369_657;
