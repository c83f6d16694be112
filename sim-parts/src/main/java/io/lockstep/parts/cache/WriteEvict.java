package io.lockstep.parts.cache;

/** Write-through that drops what it holds of the written sectors (GPGPU-Sim: write-evict). */
public final class WriteEvict implements WritePolicy {
  /** Its name. */
  public static final String NAME = "write_evict";

  /** For ServiceLoader. */
  public WriteEvict() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes go on; what is held of the written sectors is dropped";
  }

  @Override
  public WriteAction held() {
    return WriteAction.DROP;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.DROP;
  }
}
