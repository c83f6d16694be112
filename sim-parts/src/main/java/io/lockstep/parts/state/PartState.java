// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.state;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The state of a part. The part's constructor registers each array once, for saving, loading,
 * resetting and statistics. The part then accesses the arrays directly, a scalar or counter in each
 * slot, so registration costs nothing while the simulation runs. Not thread-safe.
 *
 * <pre>{@code
 * private static final int HITS = 0; // L1_HITS is its Statistic
 * private final PartState state = new PartState();
 * private final long[] openRow = state.keep(new long[banks]);
 * private final long[] count = state.counters(1);
 * ... state.statistic(L1_HITS, count, HITS, 1);
 * count[HITS]++;
 * }</pre>
 */
public final class PartState implements Counting {
  private record Share(Statistic statistic, long[] counters, int slot, long per) {}

  private record Value(LongSupplier get, LongConsumer set) implements Stateful {
    @Override
    public void save(StateWriter out) {
      out.writeLong(get.getAsLong());
    }

    @Override
    public void load(StateReader in) {
      set.accept(in.readLong());
    }
  }

  private record Counters(long[] slots, int from) {
    void reset() {
      Arrays.fill(slots, from, slots.length, 0);
    }
  }

  private final List<Object> fields = new ArrayList<>();
  private final List<Counters> counters = new ArrayList<>();
  private final List<Share> shares = new ArrayList<>();

  /** Creates an empty state. */
  public PartState() {}

  /**
   * Registers an array of constant length, or an object that saves itself.
   *
   * @param <T> {@code long[]}, {@code int[]}, {@code byte[]}, {@code boolean[]} or a {@link
   *     Stateful} type
   * @param field array or object; fields are saved and loaded in the order of the calls
   * @return the same object
   * @throws IllegalArgumentException if the field has another type
   */
  public <T> T keep(T field) {
    boolean known =
        field instanceof long[]
            || field instanceof int[]
            || field instanceof byte[]
            || field instanceof boolean[]
            || field instanceof Stateful;
    if (!known) {
      throw new IllegalArgumentException(field.getClass() + " cannot be saved");
    }
    fields.add(field);
    return field;
  }

  /**
   * Registers a field that is not in an array.
   *
   * @param get reads the field, for saving
   * @param set writes the field, for loading
   */
  public void value(LongSupplier get, LongConsumer set) {
    fields.add(new Value(get, set));
  }

  /**
   * Registers a boolean field.
   *
   * @param get reads the field, for saving
   * @param set writes the field, for loading
   */
  public void flag(BooleanSupplier get, Consumer<Boolean> set) {
    value(() -> get.getAsBoolean() ? 1 : 0, v -> set.accept(v != 0));
  }

  /**
   * Creates and registers counters, initially zero, which {@link #resetCounters} resets.
   *
   * @param slots number of counters
   * @return the array of counters
   */
  public long[] counters(int slots) {
    return scalars(slots, 0);
  }

  /**
   * Creates and registers an array of scalars and counters, initially zero.
   *
   * @param slots number of slots
   * @param firstCounter first slot that {@link #resetCounters} resets
   * @return the array, scalars first
   */
  public long[] scalars(int slots, int firstCounter) {
    long[] all = keep(new long[slots]);
    counters.add(new Counters(all, firstCounter));
    return all;
  }

  /**
   * Declares that a slot contributes to a statistic, to which several slots may contribute.
   *
   * @param per divisor: units of the slot per unit of the statistic
   * @param statistic statistic to which the slot contributes
   * @param values array that contains the slot, registered or not
   * @param slot index in the array
   */
  public void statistic(Statistic statistic, long[] values, int slot, long per) {
    shares.add(new Share(statistic, values, slot, per));
  }

  @Override
  public void resetCounters() {
    counters.forEach(Counters::reset);
    for (Object field : fields) {
      if (field instanceof Counting part) {
        part.resetCounters();
      }
    }
  }

  /**
   * Adds the current statistics, at the end or for a sample of a time series.
   *
   * @param totals receives each slot's value divided by its {@code per}
   */
  public void addTo(Totals totals) {
    for (Share s : shares) {
      totals.count(s.statistic().name(), s.counters()[s.slot()] / s.per());
    }
  }

  @Override
  public void save(StateWriter out) {
    for (Object field : fields) {
      if (field instanceof long[] longs) {
        out.writeLongs(longs);
      } else if (field instanceof int[] ints) {
        out.writeInts(ints);
      } else if (field instanceof byte[] bytes) {
        out.writeBytes(bytes);
      } else if (field instanceof boolean[] flags) {
        for (boolean flag : flags) {
          out.writeBoolean(flag);
        }
      } else {
        ((Stateful) field).save(out);
      }
    }
  }

  @Override
  public void load(StateReader in) {
    for (Object field : fields) {
      if (field instanceof long[] longs) {
        in.readInto(longs);
      } else if (field instanceof int[] ints) {
        in.readInto(ints);
      } else if (field instanceof byte[] bytes) {
        in.readInto(bytes);
      } else if (field instanceof boolean[] flags) {
        for (int i = 0; i < flags.length; i++) {
          flags[i] = in.readBoolean();
        }
      } else {
        ((Stateful) field).load(in);
      }
    }
  }
}
