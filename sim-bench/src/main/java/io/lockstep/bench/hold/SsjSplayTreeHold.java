package io.lockstep.bench.hold;

import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** The hold model on SSJ's SplayTree; a class of its own, so that its calls are not polymorphic. */
public final class SsjSplayTreeHold {
  private final SplayTree list = new SplayTree();
  private final int[] increments;
  private int next;

  /** What has been taken. */
  public long sum;

  /** As {@link WheelHold}. */
  public SsjSplayTreeHold(int[] increments, int pending) {
    this.increments = increments;
    for (int i = 0; i < pending; i++) {
      add(0, i);
    }
  }

  private void add(double time, int argument) {
    Event event = new SsjEvent(argument);
    event.setTime(time + increments[next++ & increments.length - 1]);
    list.add(event);
  }

  /** Runs so many events. */
  public long run(long events) {
    for (long i = 0; i < events; i++) {
      SsjEvent event = (SsjEvent) list.removeFirst();
      sum += event.argument;
      add(event.time(), event.argument + 1);
    }
    return events;
  }
}
