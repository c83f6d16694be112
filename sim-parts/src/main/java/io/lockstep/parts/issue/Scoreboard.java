// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.Incubating;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The ticks at which registers of a compute unit's wavefronts have their values. An instruction of
 * a known latency writes its registers at a tick; an access to memory holds them until its data has
 * come. An instruction may issue when the registers that it reads and writes are ready. Not
 * thread-safe.
 */
@Incubating
public final class Scoreboard {
  /** The tick of a register whose value an access to memory will bring. */
  public static final long PENDING = Long.MAX_VALUE;

  private final int[] underWay; // by wavefront: accesses whose data has not come
  private final long[] last; // by wavefront: tick from which on its last data was ready
  private final List<List<Integer>> held; // by token: the registers that its data is for
  private long[] ready = {}; // by wavefront and register
  private int registers;

  /**
   * Creates a scoreboard for launches, which {@link #begin} announces.
   *
   * @param wavefronts number of wavefront slots
   * @param tokens accesses to memory that may be under way
   */
  public Scoreboard(int wavefronts, int tokens) {
    underWay = new int[wavefronts];
    last = new long[wavefronts];
    held = new ArrayList<>(Collections.nCopies(tokens, null));
  }

  /**
   * Begins a launch while no wavefront is resident.
   *
   * @param count registers of the launch's code, which are numbered from 0
   */
  public void begin(int count) {
    registers = count;
    if (ready.length < underWay.length * count) {
      ready = new long[underWay.length * count];
    }
  }

  /**
   * Begins a wavefront, all of whose registers are ready.
   *
   * @param wavefront slot of the wavefront
   */
  public void started(int wavefront) {
    Arrays.fill(ready, wavefront * registers, (wavefront + 1) * registers, 0);
  }

  /**
   * {@return the tick from which on some registers are ready; {@link #PENDING} if one waits for an
   * access to memory}
   *
   * @param wavefront slot of the wavefront
   * @param of the registers; 0 is the result for none
   */
  public long ready(int wavefront, List<Integer> of) {
    long latest = 0;
    for (int i = 0; i < of.size(); i++) {
      latest = Math.max(latest, ready[wavefront * registers + of.get(i)]);
    }
    return latest;
  }

  /**
   * Writes registers.
   *
   * @param wavefront slot of the wavefront
   * @param of the registers
   * @param tick tick from which on their values are ready
   */
  public void write(int wavefront, List<Integer> of, long tick) {
    for (int i = 0; i < of.size(); i++) {
      ready[wavefront * registers + of.get(i)] = tick;
    }
  }

  /**
   * Holds registers until an access to memory has returned.
   *
   * @param wavefront slot of the wavefront
   * @param of the registers; none for an access without a result
   * @param token the access, below the number of tokens
   */
  public void hold(int wavefront, List<Integer> of, int token) {
    held.set(token, of);
    underWay[wavefront]++;
    write(wavefront, of, PENDING);
  }

  /**
   * Records that the data of an access has come.
   *
   * @param wavefront slot of the wavefront
   * @param token the access, as given to {@link #hold}
   * @param tick tick from which on the registers are ready
   */
  public void returned(int wavefront, int token, long tick) {
    write(wavefront, held.set(token, null), tick);
    underWay[wavefront]--;
    last[wavefront] = Math.max(last[wavefront], tick);
  }

  /**
   * {@return the tick from which on no access of a wavefront is under way, so that it may end;
   * {@link #PENDING} while one is}
   *
   * @param wavefront slot of the wavefront
   */
  public long idle(int wavefront) {
    return underWay[wavefront] == 0 ? last[wavefront] : PENDING;
  }
}
