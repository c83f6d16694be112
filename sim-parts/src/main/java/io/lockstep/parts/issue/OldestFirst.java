package io.lockstep.parts.issue;

import io.lockstep.parts.spec.Figures;
import java.util.List;

/** The wavefront that came to the compute unit first. */
public final class OldestFirst implements WavefrontPolicy {
  /** Its name. */
  public static final String NAME = "oldest_first";

  /** For ServiceLoader. */
  public OldestFirst() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the wavefront that came to the compute unit first";
  }

  @Override
  public List<String> otherNames() {
    return List.of("oldest");
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    return new WavefrontRule() {
      @Override
      public int choose(Candidates ready) {
        return ready.oldest();
      }
    };
  }
}
