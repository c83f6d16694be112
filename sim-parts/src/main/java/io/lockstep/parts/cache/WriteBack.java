package io.lockstep.parts.cache;

/** Write-back, write-allocate; sectors are written without a fetch. */
public final class WriteBack implements WritePolicy {
  /** Its name. */
  public static final String NAME = "write_back";

  /** For ServiceLoader. */
  public WriteBack() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes stay as dirty sectors, allocated without a fetch, until the line is evicted";
  }

  @Override
  public WriteAction held() {
    return WriteAction.KEEP;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.KEEP;
  }
}
