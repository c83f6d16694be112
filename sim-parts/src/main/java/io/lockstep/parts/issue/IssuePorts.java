// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.Incubating;
import io.lockstep.spi.spec.Figures;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The issue ports (SIMDs or warp schedulers) of a compute unit: each issues one instruction at a
 * time, of the wavefront that a policy selects among those of the port that are ready.
 *
 * <p>A wavefront asks for its port before the tick from which on it wants it ({@link #ask}), and
 * all ports of the unit issue in one event, in order of their numbers. So no result depends on the
 * order of events within a tick, and ports may share local memory and a memory unit. The unit
 * supplies a function that schedules the event, and calls {@link #issue} from its handler:
 *
 * <pre>{@code
 * issue = cluster.kind("my.issue", Phase.WORK, (MyUnit u, long tick, int x) -> u.ports.issue(tick));
 * ports = new IssuePorts(2, slots, new OldestFirst(), spec, this,
 *     tick -> cluster.partition().at(tick, issue, component, 0));
 * }</pre>
 *
 * <p>Not thread-safe.
 */
@Incubating
public final class IssuePorts {
  /** The tick of a wavefront that waits for something that has no tick yet. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final long NOT = -1;

  private final Issuer unit;
  private final LongConsumer alarm;
  private final ReadyWavefronts[] ready; // by port
  private final long[] free; // by port: tick from which on it issues
  private final long[] asked; // by wavefront: tick from which on it wants to issue
  private long looking = NOT; // tick of the next event

  /** A compute unit's rules of issue. All calls come from {@link IssuePorts#issue}. */
  public interface Issuer {
    /**
     * {@return the port of a wavefront, which it keeps}
     *
     * @param wavefront slot of the wavefront
     */
    int port(int wavefront);

    /**
     * {@return the tick from which on a wavefront's next instruction may issue, for example the one
     * at which its operands are ready; {@link #NEVER} until {@link IssuePorts#wake}}
     *
     * @param wavefront slot of a wavefront that has asked
     * @param tick current tick, which is the result if nothing is in the way
     */
    long ready(int wavefront, long tick);

    /**
     * Issues a wavefront's next instruction. The wavefront asks again, now or later, if it has
     * another one.
     *
     * @param wavefront slot of the selected wavefront
     * @param port its port
     * @param tick current tick
     * @return tick from which on the port issues the next instruction
     */
    long issue(int wavefront, int port, long tick);
  }

  /**
   * Creates ports that are free.
   *
   * @param ports number of ports
   * @param slots number of wavefront slots
   * @param own the unit's own policy, unless the device names another
   * @param figures figures of the device, including {@link PolicySpec}
   * @param unit the unit
   * @param alarm schedules the event of a tick, in whose handler the unit calls {@link #issue}; an
   *     event that an earlier one has superseded has no effect
   */
  public IssuePorts(
      int ports, int slots, WavefrontPolicy own, Figures figures, Issuer unit, LongConsumer alarm) {
    this.unit = unit;
    this.alarm = alarm;
    free = new long[ports];
    asked = new long[slots];
    Arrays.fill(asked, NOT);
    ready = new ReadyWavefronts[ports];
    for (int p = 0; p < ports; p++) {
      ReadyWavefronts named = ReadyWavefronts.unless(own.name(), figures, slots);
      ready[p] = named == null ? new ReadyWavefronts(own, slots, figures) : named;
    }
  }

  /**
   * Begins a wavefront, which asks when it may issue.
   *
   * @param wavefront slot of the wavefront
   */
  public void started(int wavefront) {
    ready[unit.port(wavefront)].started(wavefront);
  }

  /**
   * Asks for a wavefront's port.
   *
   * @param wavefront slot of the wavefront
   * @param tick tick from which on it wants to issue, after the current one; {@link #NEVER} until
   *     {@link #wake}
   */
  public void ask(int wavefront, long tick) {
    asked[wavefront] = tick;
    if (tick != NEVER) {
      look(Math.max(tick, free[unit.port(wavefront)]));
    }
  }

  /**
   * Asks for a wavefront's port if it waits without a tick.
   *
   * @param wavefront slot of the wavefront
   * @param tick tick from which on it wants to issue, after the current one
   */
  public void wake(int wavefront, long tick) {
    if (asked[wavefront] == NEVER) {
      ask(wavefront, tick);
    }
  }

  /**
   * Asks for the ports of all wavefronts that wait without a tick, for example for room in the
   * memory unit.
   *
   * @param tick tick from which on they want to issue, after the current one
   */
  public void wakeAll(long tick) {
    for (int w = 0; w < asked.length; w++) {
      wake(w, tick);
    }
  }

  private void look(long tick) {
    if (looking == NOT || tick < looking) {
      looking = tick;
      alarm.accept(tick);
    }
  }

  /**
   * Issues on each port that is free.
   *
   * @param tick current tick
   */
  public void issue(long tick) {
    if (tick != looking) { // superseded by an earlier event
      return;
    }
    looking = NOT;
    for (int p = 0; p < ready.length; p++) {
      if (free[p] <= tick) {
        issue(p, tick);
      }
    }
    long next = NEVER;
    for (int w = 0; w < asked.length; w++) {
      if (asked[w] != NOT && asked[w] != NEVER) {
        long from = Math.max(asked[w], free[unit.port(w)]);
        next = Math.min(next, Math.max(tick + 1, from));
      }
    }
    if (next != NEVER) {
      look(next);
    }
  }

  private void issue(int port, long tick) {
    ReadyWavefronts all = ready[port];
    all.clear();
    for (int w = 0; w < asked.length; w++) {
      if (asked[w] != NOT && asked[w] <= tick && unit.port(w) == port) {
        long at = unit.ready(w, tick);
        if (at > tick) {
          asked[w] = at;
        } else {
          all.add(w, asked[w]);
        }
      }
    }
    int w = all.pick();
    if (w >= 0) {
      asked[w] = NOT;
      all.issued(w, tick);
      free[port] = unit.issue(w, port, tick);
    }
  }
}
