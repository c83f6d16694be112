package io.lockstep.parts.cache;

/** Write-back without write-allocate: what is not held is written around it. */
public final class WriteBackNoAllocate implements WritePolicy {
  /** Its name. */
  public static final String NAME = "write_back_no_allocate";

  /** For ServiceLoader. */
  public WriteBackNoAllocate() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes to lines that are held stay as dirty sectors, others go on";
  }

  @Override
  public WriteAction held() {
    return WriteAction.KEEP;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.UPDATE;
  }
}
