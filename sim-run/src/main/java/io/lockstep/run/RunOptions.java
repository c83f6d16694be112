// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.run.sample.Sampling;
import java.util.OptionalLong;

/** Options of a run, built by name. */
public final class RunOptions {
  /**
   * Default progress timeout in ticks, about a tenth of a simulated second: longer than any basic
   * block of a wavefront takes, but simulated within seconds while little happens.
   */
  public static final long PROGRESS_TIMEOUT = 100_000_000;

  private static final RunOptions DEFAULTS = new Builder().build();

  private final Builder values; // not shared, so that options are immutable

  private RunOptions(Builder values) {
    this.values = values;
  }

  /** {@return the defaults: one thread, no checks, no optional statistics} */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  public Builder with() {
    return values.copy();
  }

  public RunOptions withThreads(int count) {
    return with().threads(count).build();
  }

  /** {@return seed that permutes events of different sources within a tick, without effect} */
  public OptionalLong shuffleTies() {
    return values.shuffleTies;
  }

  /** {@return whether statistics of single units are collected} */
  public boolean perUnit() {
    return values.perUnit;
  }

  /** {@return whether results have statistics of single launches} */
  public boolean perLaunch() {
    return values.perLaunch;
  }

  /**
   * {@return whether cycles of issue ports are also counted by the families' common stall reasons}
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

  /** {@return whether critical paths of launches are collected, by a single-threaded simulation} */
  public boolean criticalPath() {
    return values.criticalPath;
  }

  /** {@return whether the wall time and memory of the simulation are measured} */
  public boolean host() {
    return values.host;
  }

  /** {@return bytes of a recording that are kept in memory; a larger one is in a temporary file} */
  public long recordingBytes() {
    return values.recordingBytes;
  }

  /** {@return the number of instructions after which a work-group is considered endless} */
  public long instructionBudget() {
    return values.instructionBudget;
  }

  /**
   * {@return threads that simulate several devices at once, or the partitions of a single one;
   * results do not depend on it}
   */
  public int threads() {
    return values.threads;
  }

  /** {@return the checks of the execution, and the receiver of their findings} */
  public CheckLog checks() {
    return values.checks;
  }

  /**
   * {@return ticks without progress after which a simulation is considered stuck; {@link
   * #PROGRESS_TIMEOUT} if empty}
   */
  public OptionalLong progressTimeout() {
    return values.progressTimeout;
  }

  /** {@return limits of wall time for a run and for a call of a model} */
  public WallLimits limits() {
    return values.limits;
  }

  /**
   * {@return whether matrix units add products exactly and round once, in place of each device's
   * rule}
   */
  public boolean exactSums() {
    return values.exactSums;
  }

  /**
   * {@return whether barriers that a part of a work-group reaches count arrivals of wavefronts, in
   * place of an error}
   */
  public boolean arrivals() {
    return values.arrivals;
  }

  /**
   * {@return bytes of a workload's buffers that are kept in memory; further written pages move to a
   * temporary file}
   */
  public long memoryBytes() {
    return values.memoryBytes;
  }

  /**
   * {@return the launch phase: 0 for none, k for the k-th of {@link LaunchPhase}} It delays the
   * host's first operation; times and statistics exclude the delay.
   */
  public int phase() {
    return values.phase;
  }

  /**
   * {@return the number of consecutive launch phases at which each point is run, from {@link
   * #phase} on} From 2 on, results of the first phase have the statistics {@code phases.*}.
   */
  public int phases() {
    return values.phases;
  }

  /** {@return whether and how launches are sampled instead of simulated in full} */
  public Sampling sampling() {
    return values.sampling;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder implements Cloneable {
    private OptionalLong shuffleTies = OptionalLong.empty();
    private boolean perUnit;
    private boolean perLaunch;
    private boolean byCause;
    private boolean byLine;
    private boolean byTime;
    private boolean criticalPath;
    private boolean host;
    private long recordingBytes = 64L << 20;
    private long instructionBudget = ExecutionOptions.defaults().instructionBudget();
    private int threads = 1;
    private CheckLog checks = CheckLog.none();
    private OptionalLong progressTimeout = OptionalLong.empty();
    private WallLimits limits = WallLimits.defaults();
    private boolean exactSums;
    private boolean arrivals;
    private long memoryBytes = ExecutionOptions.defaults().memoryBytes();
    private int phase;
    private int phases = 1;
    private Sampling sampling = Sampling.NONE;

    private Builder() {}

    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e); // this class is Cloneable
      }
    }

    public Builder shuffleTies(OptionalLong value) {
      shuffleTies = value;
      return this;
    }

    public Builder perUnit(boolean value) {
      perUnit = value;
      return this;
    }

    public Builder perLaunch(boolean value) {
      perLaunch = value;
      return this;
    }

    public Builder byCause(boolean value) {
      byCause = value;
      return this;
    }

    public Builder byLine(boolean value) {
      byLine = value;
      return this;
    }

    public Builder byTime(boolean value) {
      byTime = value;
      return this;
    }

    public Builder criticalPath(boolean value) {
      criticalPath = value;
      return this;
    }

    public Builder host(boolean value) {
      host = value;
      return this;
    }

    public Builder recordingBytes(long value) {
      recordingBytes = value;
      return this;
    }

    public Builder instructionBudget(long value) {
      instructionBudget = value;
      return this;
    }

    public Builder threads(int value) {
      threads = value;
      return this;
    }

    public Builder checks(CheckLog value) {
      checks = value;
      return this;
    }

    public Builder progressTimeout(OptionalLong value) {
      progressTimeout = value;
      return this;
    }

    public Builder limits(WallLimits value) {
      limits = value;
      return this;
    }

    public Builder exactSums(boolean value) {
      exactSums = value;
      return this;
    }

    public Builder arrivals(boolean value) {
      arrivals = value;
      return this;
    }

    public Builder memoryBytes(long value) {
      memoryBytes = value;
      return this;
    }

    public Builder phase(int value) {
      phase = value;
      return this;
    }

    public Builder phases(int value) {
      phases = value;
      return this;
    }

    public Builder sampling(Sampling value) {
      sampling = value;
      return this;
    }

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
