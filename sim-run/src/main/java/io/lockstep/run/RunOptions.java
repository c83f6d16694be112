package io.lockstep.run;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.CheckLog;
import java.util.OptionalLong;

/** Options of a run, built by name. */
public final class RunOptions {
  /**
   * Default progress timeout in ticks, about a tenth of a simulated second: more than any basic
   * block of a wavefront takes, and few enough to be simulated in seconds while little happens.
   */
  public static final long PROGRESS_TIMEOUT = 100_000_000;

  private static final RunOptions DEFAULTS = new Builder().build();

  private final Builder values; // no other reference exists

  private RunOptions(Builder values) {
    this.values = values;
  }

  /** {@return the defaults: one thread, no checks, no optional statistics} */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  /** {@return a builder that begins with these options} */
  public Builder with() {
    return values.copy();
  }

  /**
   * {@return the same options on so many threads}
   *
   * @param count threads, at least 1
   */
  public RunOptions withThreads(int count) {
    return with().threads(count).build();
  }

  /**
   * {@return seed that permutes events of different sources within a tick; results must not change}
   */
  public OptionalLong shuffleTies() {
    return values.shuffleTies;
  }

  /** {@return whether statistics of single units are wanted} */
  public boolean perUnit() {
    return values.perUnit;
  }

  /**
   * {@return whether cycles of issue ports are also counted by the causes that all families share}
   */
  public boolean byCause() {
    return values.byCause;
  }

  /** {@return whether cycles of issue ports are attributed to source lines} */
  public boolean byLine() {
    return values.byLine;
  }

  /** {@return whether cycles of issue ports are collected over the time of launches} */
  public boolean byTime() {
    return values.byTime;
  }

  /**
   * {@return whether critical paths of launches are collected; the simulation then has one thread,
   * whatever the value of {@link #threads}}
   */
  public boolean criticalPath() {
    return values.criticalPath;
  }

  /** {@return whether wall time and memory are wanted} */
  public boolean host() {
    return values.host;
  }

  /** {@return bytes of records that devices of a comparison may lie apart} */
  public long windowBytes() {
    return values.windowBytes;
  }

  /** {@return instructions of a work-group after which it counts as endless} */
  public long instructionBudget() {
    return values.instructionBudget;
  }

  /**
   * {@return how many threads simulate: several devices at once, or the partitions of a single one;
   * no result depends on it}
   */
  public int threads() {
    return values.threads;
  }

  /** {@return the checks of the execution, with the receiver of their findings} */
  public CheckLog checks() {
    return values.checks;
  }

  /**
   * {@return ticks in which nothing is executed after which a simulation counts as stuck; {@link
   * #PROGRESS_TIMEOUT} where empty}
   */
  public OptionalLong progressTimeout() {
    return values.progressTimeout;
  }

  /** {@return how long a run, and a call of a model, may take in wall time} */
  public WallLimits limits() {
    return values.limits;
  }

  /** {@return bytes of a workload's buffers that are kept in memory; no result depends on it} */
  public long memoryBytes() {
    return values.memoryBytes;
  }

  /**
   * {@return the launch phase: 0 for none, k for the k-th of {@link LaunchPhase}; the host's first
   * operation is delayed by it, and neither times nor statistics include the delay}
   */
  public int phase() {
    return values.phase;
  }

  /**
   * {@return the number of launch phases at which each point is run, this one and the following;
   * from 2 on, results of the first have the statistics {@code phases.*}}
   */
  public int phases() {
    return values.phases;
  }

  /** Options to be changed, one at a time. Not thread-safe. */
  public static final class Builder implements Cloneable {
    private OptionalLong shuffleTies = OptionalLong.empty();
    private boolean perUnit;
    private boolean byCause;
    private boolean byLine;
    private boolean byTime;
    private boolean criticalPath;
    private boolean host;
    private long windowBytes = 64L << 20;
    private long instructionBudget = ExecutionOptions.defaults().instructionBudget();
    private int threads = 1;
    private CheckLog checks = CheckLog.none();
    private OptionalLong progressTimeout = OptionalLong.empty();
    private WallLimits limits = WallLimits.defaults();
    private long memoryBytes = ExecutionOptions.defaults().memoryBytes();
    private int phase;
    private int phases = 1;

    private Builder() {}

    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e); // it is
      }
    }

    /**
     * Sets {@link RunOptions#shuffleTies}.
     *
     * @param value the seed, or empty for the usual order
     * @return this builder
     */
    public Builder shuffleTies(OptionalLong value) {
      shuffleTies = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#perUnit}.
     *
     * @param value true for rows of single units
     * @return this builder
     */
    public Builder perUnit(boolean value) {
      perUnit = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#byCause}.
     *
     * @param value true for the common causes beside the family's own
     * @return this builder
     */
    public Builder byCause(boolean value) {
      byCause = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#byLine}.
     *
     * @param value true for times by line
     * @return this builder
     */
    public Builder byLine(boolean value) {
      byLine = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#byTime}.
     *
     * @param value true for activity over time
     * @return this builder
     */
    public Builder byTime(boolean value) {
      byTime = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#criticalPath}.
     *
     * @param value true for critical paths
     * @return this builder
     */
    public Builder criticalPath(boolean value) {
      criticalPath = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#host}.
     *
     * @param value true for {@code host.} figures, which no two runs share
     * @return this builder
     */
    public Builder host(boolean value) {
      host = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#windowBytes}.
     *
     * @param value bytes, 64 MiB by default
     * @return this builder
     */
    public Builder windowBytes(long value) {
      windowBytes = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#instructionBudget}.
     *
     * @param value portable operations
     * @return this builder
     */
    public Builder instructionBudget(long value) {
      instructionBudget = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#threads}.
     *
     * @param value at least 1
     * @return this builder
     */
    public Builder threads(int value) {
      threads = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#checks}.
     *
     * @param value {@link CheckLog#none()} for no checks
     * @return this builder
     */
    public Builder checks(CheckLog value) {
      checks = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#progressTimeout}.
     *
     * @param value ticks, or empty for {@link #PROGRESS_TIMEOUT}
     * @return this builder
     */
    public Builder progressTimeout(OptionalLong value) {
      progressTimeout = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#limits}.
     *
     * @param value wall time of the run and of one call
     * @return this builder
     */
    public Builder limits(WallLimits value) {
      limits = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#memoryBytes}.
     *
     * @param value bytes; written pages beyond it are moved to a temporary file
     * @return this builder
     */
    public Builder memoryBytes(long value) {
      memoryBytes = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#phase}.
     *
     * @param value from 0 on
     * @return this builder
     */
    public Builder phase(int value) {
      phase = value;
      return this;
    }

    /**
     * Sets {@link RunOptions#phases}.
     *
     * @param value from 1 on
     * @return this builder
     */
    public Builder phases(int value) {
      phases = value;
      return this;
    }

    /** {@return the options as they are now} */
    public RunOptions build() {
      if (threads < 1) {
        throw new IllegalArgumentException(threads + " threads");
      }
      if (phase < 0 || phases < 1) {
        throw new IllegalArgumentException(phases + " launch phases from " + phase + " on");
      }
      return new RunOptions(copy());
    }
  }
}
