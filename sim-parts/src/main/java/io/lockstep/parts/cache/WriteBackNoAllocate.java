package io.lockstep.parts.cache;

/** Write-back without write-allocate: writes to absent lines bypass the cache. */
public final class WriteBackNoAllocate implements WritePolicy {
  /** The policy's name. */
  public static final String NAME = "write_back_no_allocate";

  /** Creates the policy; called by ServiceLoader. */
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
