package io.lockstep.parts.cache;

/** Writes pass it by; a line that is held goes stale, as in texture caches. */
public final class ReadOnly implements WritePolicy {
  /** Its name. */
  public static final String NAME = "read_only";

  /** For ServiceLoader. */
  public ReadOnly() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes pass it by; a line that is held goes stale";
  }

  @Override
  public WriteAction held() {
    return WriteAction.PASS;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.PASS;
  }
}
