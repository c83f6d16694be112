package io.lockstep.bench.hold;

import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/** An event as a user of SSJ writes it. */
final class SsjEvent extends Event {
  private static final Simulator NONE = new Simulator();
  final int argument;

  SsjEvent(int argument) {
    super(NONE);
    this.argument = argument;
  }

  @Override
  public void actions() {}
}
