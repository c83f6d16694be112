package io.lockstep.run;

import io.lockstep.core.engine.Waiting;
import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.CheckLog;
import java.util.OptionalLong;

/** How to run, beside what and where; built by name. Immutable. */
public final class RunOptions {
  /**
   * Ticks, some tenth of a simulated second: beyond whatever a wavefront may take for one basic
   * block, and few enough to be simulated in seconds where next to nothing happens in them.
   */
  public static final long PATIENCE = 100_000_000;

  private static final RunOptions DEFAULTS = new Builder().build();

  private final Builder values; // nobody else has it

  private RunOptions(Builder values) {
    this.values = values;
  }

  /** Nothing special. */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  /** The same, to be changed. */
  public Builder with() {
    return values.copy();
  }

  /** The same on so many threads. */
  public RunOptions withThreads(int count, Waiting how) {
    return with().threads(count).waiting(how).build();
  }

  /** Seed that permutes events of different sources within a tick; results must not change. */
  public OptionalLong shuffleTies() {
    return values.shuffleTies;
  }

  /** Whether statistics of single units are wanted. */
  public boolean perUnit() {
    return values.perUnit;
  }

  /** Whether the issue ports' time is wanted by the causes that all families share, too. */
  public boolean byCause() {
    return values.byCause;
  }

  /** Whether wall time and memory are wanted. */
  public boolean host() {
    return values.host;
  }

  /** Bytes of records that devices of a comparison may lie apart. */
  public long windowBytes() {
    return values.windowBytes;
  }

  /** Instructions of a work-group after which it counts as endless. */
  public long instructionBudget() {
    return values.instructionBudget;
  }

  /**
   * How many threads simulate: several devices at once, or the partitions of a single one; no
   * result depends on it.
   */
  public int threads() {
    return values.threads;
  }

  /** How threads wait for each other; no result depends on it. */
  public Waiting waiting() {
    return values.waiting;
  }

  /** Which checks execution makes, and where their findings go. */
  public CheckLog checks() {
    return values.checks;
  }

  /**
   * Ticks in which nothing is executed after which a simulation counts as stuck; {@link #PATIENCE}
   * where empty.
   */
  public OptionalLong patience() {
    return values.patience;
  }

  /**
   * Whether to remember which event scheduled which, for the report of a stuck simulation; slow.
   */
  public boolean causes() {
    return values.causes;
  }

  /** Limits of wall time. */
  public WallLimits limits() {
    return values.limits;
  }

  /** Bytes of a workload's buffers that are kept in memory; no result depends on it. */
  public long memoryBytes() {
    return values.memoryBytes;
  }

  /**
   * Which launch phase: 0 for none, k for the k-th of {@link LaunchPhase}; the host's first
   * operation begins that much later, and no time or statistic counts what passes before.
   */
  public int phase() {
    return values.phase;
  }

  /**
   * At how many launch phases each point is run, this one and those after it; from 2 on, results
   * have the statistics {@code phases.*} beside those of the first.
   */
  public int phases() {
    return values.phases;
  }

  /** Options to be changed, one at a time. Not thread-safe. */
  public static final class Builder implements Cloneable {
    private OptionalLong shuffleTies = OptionalLong.empty();
    private boolean perUnit;
    private boolean byCause;
    private boolean host;
    private long windowBytes = 64L << 20;
    private long instructionBudget = ExecutionOptions.defaults().instructionBudget();
    private int threads = 1;
    private Waiting waiting = Waiting.PHASED;
    private CheckLog checks = CheckLog.none();
    private OptionalLong patience = OptionalLong.empty();
    private boolean causes;
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

    /** See {@link RunOptions#shuffleTies}. */
    public Builder shuffleTies(OptionalLong value) {
      shuffleTies = value;
      return this;
    }

    /** See {@link RunOptions#perUnit}. */
    public Builder perUnit(boolean value) {
      perUnit = value;
      return this;
    }

    /** See {@link RunOptions#byCause}. */
    public Builder byCause(boolean value) {
      byCause = value;
      return this;
    }

    /** See {@link RunOptions#host}. */
    public Builder host(boolean value) {
      host = value;
      return this;
    }

    /** See {@link RunOptions#windowBytes}. */
    public Builder windowBytes(long value) {
      windowBytes = value;
      return this;
    }

    /** See {@link RunOptions#instructionBudget}. */
    public Builder instructionBudget(long value) {
      instructionBudget = value;
      return this;
    }

    /** See {@link RunOptions#threads}. */
    public Builder threads(int value) {
      threads = value;
      return this;
    }

    /** See {@link RunOptions#waiting}. */
    public Builder waiting(Waiting value) {
      waiting = value;
      return this;
    }

    /** See {@link RunOptions#checks}. */
    public Builder checks(CheckLog value) {
      checks = value;
      return this;
    }

    /** See {@link RunOptions#patience}. */
    public Builder patience(OptionalLong value) {
      patience = value;
      return this;
    }

    /** See {@link RunOptions#causes}. */
    public Builder causes(boolean value) {
      causes = value;
      return this;
    }

    /** See {@link RunOptions#limits}. */
    public Builder limits(WallLimits value) {
      limits = value;
      return this;
    }

    /** See {@link RunOptions#memoryBytes}. */
    public Builder memoryBytes(long value) {
      memoryBytes = value;
      return this;
    }

    /** See {@link RunOptions#phase}. */
    public Builder phase(int value) {
      phase = value;
      return this;
    }

    /** See {@link RunOptions#phases}. */
    public Builder phases(int value) {
      phases = value;
      return this;
    }

    /** The options as they are now. */
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
