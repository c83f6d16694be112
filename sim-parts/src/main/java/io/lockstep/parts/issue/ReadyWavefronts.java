package io.lockstep.parts.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.spec.Figures;
import java.util.Optional;

/**
 * The wavefronts that could issue at one port, SIMD or warp scheduler, and the rule that chooses
 * among them. A compute unit clears it, adds who could issue in the order of slots or of age,
 * picks, and says who did. Allocates nothing. Not thread-safe.
 */
public final class ReadyWavefronts extends Candidates implements Stateful {
  private final String policy;
  private final WavefrontRule rule;
  private long arrived;
  private long lastTick = -1;

  /**
   * An empty set with a rule of its own.
   *
   * @param policy makes the rule
   * @param slots wavefronts that there may be
   * @param figures the device's
   */
  public ReadyWavefronts(WavefrontPolicy policy, int slots, Figures figures) {
    super(slots);
    this.policy = policy.getClass().getName();
    rule = policy.rule(slots, figures);
  }

  /**
   * What a unit needs whose own code has one policy built in.
   *
   * @param own name of the unit's own policy
   * @param figures the device's, {@link PolicySpec} among them
   * @param slots wavefronts that there may be
   * @return null where the device has the unit's own, which costs nothing then
   */
  public static ReadyWavefronts unless(String own, Figures figures, int slots) {
    Optional<WavefrontPolicy> other = figures.policy(PolicySpec.POLICY, WavefrontPolicy.class, own);
    return other.isEmpty() ? null : new ReadyWavefronts(other.get(), slots, figures);
  }

  // ------------------------------------------------------------------ for compute units

  /**
   * A wavefront has come.
   *
   * @param wavefront its slot
   */
  public void started(int wavefront) {
    age[wavefront] = arrived++;
  }

  /** Nobody could issue. */
  public void clear() {
    count = 0;
  }

  /**
   * A wavefront could issue.
   *
   * @param wavefront its slot
   * @param tick since when
   */
  public void add(int wavefront, long tick) {
    slot[count++] = wavefront;
    since[wavefront] = tick;
  }

  /**
   * A wavefront could not after all.
   *
   * @param wavefront its slot, added before
   */
  public void remove(int wavefront) {
    int i = 0;
    while (slot[i] != wavefront) {
      i++;
    }
    count--;
    for (; i < count; i++) {
      slot[i] = slot[i + 1];
    }
  }

  /**
   * {@return the one that the rule chooses, or -1 where nobody could}
   *
   * @throws IllegalStateException where the rule chooses one that is not there
   */
  public int pick() {
    if (count == 0) {
      return -1;
    }
    int chosen = rule.choose(this);
    for (int i = 0; i < count; i++) {
      if (slot[i] == chosen) {
        return chosen;
      }
    }
    throw new IllegalStateException(policy + " chose wavefront " + chosen + ", which is not ready");
  }

  /**
   * A wavefront has issued; the rule hears of the first one of a tick.
   *
   * @param wavefront its slot
   * @param tick now
   */
  public void issued(int wavefront, long tick) {
    if (tick != lastTick) {
      lastTick = tick;
      rule.issued(wavefront);
    }
  }

  // ------------------------------------------------------------------ state

  @Override
  public void save(StateWriter out) {
    out.writeString(policy);
    out.writeLongs(age);
    out.writeLong(arrived);
    out.writeLong(lastTick);
    rule.state().save(out);
  }

  @Override
  public void load(StateReader in) {
    in.expect("wavefront policy", policy, in.readString());
    in.readInto(age);
    arrived = in.readLong();
    lastTick = in.readLong();
    rule.state().load(in);
  }
}
