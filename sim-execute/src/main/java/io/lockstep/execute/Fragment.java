package io.lockstep.execute;

import java.util.Arrays;

/** Work-items that go through the kernel together, and the join where they will wait for others. */
final class Fragment {
  final ActiveLanes lanes;

  /** Path classes of the work-items; each lies wholly in this fragment. */
  int[] classes = new int[2];

  int classCount;

  /** The block they execute next. */
  int block;

  /** The barrier they wait at, while they do. */
  BarrierPoint barrier;

  /** Bits of the barriers' numbers that they still wait for. */
  int waiting;

  /** Where they reconverge, or null at the outermost level. */
  Join<Fragment> join;

  Fragment(int size) {
    lanes = new ActiveLanes(size);
  }

  void addClass(int c) {
    if (classCount == classes.length) {
      classes = Arrays.copyOf(classes, 2 * classCount);
    }
    classes[classCount++] = c;
  }

  /** Takes in the work-items of another fragment that stands at the same place. */
  void merge(Fragment other, long version) {
    lanes.add(other.lanes, version);
    for (int i = 0; i < other.classCount; i++) {
      addClass(other.classes[i]);
    }
  }
}
