// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.queue.Phase;
import java.lang.reflect.Method;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing is allocated once pools have grown. */
class AllocationTest {
  private static final Object THREADS;
  private static final Method BYTES;

  static { // by reflection, as the module does not read jdk.management
    try {
      THREADS =
          Class.forName("java.lang.management.ManagementFactory")
              .getMethod("getThreadMXBean")
              .invoke(null);
      BYTES =
          Class.forName("com.sun.management.ThreadMXBean")
              .getMethod("getThreadAllocatedBytes", long.class);
      for (int i = 0; i < 50; i++) { // reflection itself allocates until it has compiled the call
        allocated();
      }
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Bytes this thread has allocated. */
  private static long allocated() throws ReflectiveOperationException {
    return (long) BYTES.invoke(THREADS, Thread.currentThread().getId());
  }

  @Test
  @DisplayName("the whole engine with queue, ring and batches: under 0.1 byte an event")
  void holdLoop() throws ReflectiveOperationException {
    HoldLoop loop = new HoldLoop(8, 64, 2_000, true, 1);
    loop.run(400_000);
    long before = allocated();
    loop.run(400_000);
    assertThat(allocated() - before).isLessThan(40_000);
  }

  @Test
  @DisplayName("ports within and between partitions: under 0.1 byte an event")
  void portsAllocateLessThanATenthOfAByteAnEvent() throws ReflectiveOperationException {
    for (int cut = 1; cut <= 2; cut++) {
      Simulation simulation = Simulation.builder().build();
      Partition left = simulation.partition("left");
      Partition right = cut == 1 ? left : simulation.partition("right");
      Port[] port = new Port[2];
      EventKind ping = left.kind("ping", Phase.WORK, (tick, c, a) -> echo(port[1], port[0]));
      EventKind pong = right.kind("pong", Phase.WORK, (tick, c, a) -> echo(port[0], port[1]));
      int a = left.component("a");
      int b = right.component("b");
      port[0] = right.port("in", a, b, 3, 4, pong, ping);
      port[1] = left.port("in", b, a, 5, 4, ping, pong);
      for (int i = 0; i < 4; i++) {
        port[0].send(i, i);
      }
      simulation.runUntil(200_000);
      long events = simulation.events();
      long before = allocated();
      simulation.runUntil(600_000);
      long after = allocated();
      assertThat(simulation.events() - events).isGreaterThan(100_000);
      assertThat(after - before).isLessThan(10_000);
    }
  }

  @Test
  void deliveriesAllocateNothingOnceTheirInboxHasGrown() throws ReflectiveOperationException {
    for (int cut = 1; cut <= 2; cut++) {
      Simulation simulation = Simulation.builder().build();
      Partition left = simulation.partition("left");
      Partition right = cut == 1 ? left : simulation.partition("right");
      Inbox[] inbox = new Inbox[2];
      Delivery[] delivery = new Delivery[2];
      EventKind ping =
          left.kind("ping", Phase.WORK, (tick, c, a) -> bounce(inbox[1], tick, c, delivery[0]));
      EventKind pong =
          right.kind("pong", Phase.WORK, (tick, c, a) -> bounce(inbox[0], tick, c, delivery[1]));
      int a = left.component("a");
      int b = right.component("b");
      inbox[0] = right.inbox(pong);
      inbox[1] = left.inbox(ping);
      delivery[0] = right.delivery("in", a, b, 3, inbox[0]);
      delivery[1] = left.delivery("in", b, a, 5, inbox[1]);
      for (int i = 0; i < 40; i++) {
        delivery[0].send(0, i, i);
      }
      simulation.runUntil(100_000);
      long events = simulation.events();
      long before = allocated();
      simulation.runUntil(400_000);
      long after = allocated();
      assertThat(simulation.events() - events).isGreaterThan(70_000);
      assertThat(after - before).isLessThan(10_000);
    }
  }

  private static void bounce(Inbox from, long tick, int component, Delivery to) {
    for (int m = from.first(tick, component); m != Inbox.NONE; m = from.next(m)) {
      to.send(from.a(m) & 7, from.a(m) + 1, from.b(m));
    }
  }

  private static void echo(Port in, Port out) {
    while (!in.isEmpty() && out.send(in.headA() + 1, in.headB())) {
      in.pop();
    }
  }
}
