package io.lockstep.parts.cache;

/** Write-through with write-allocate of completely written sectors, without a fetch. */
public final class WriteThroughAllocate implements WritePolicy {
  /** The policy's name. */
  public static final String NAME = "write_through_allocate";

  /** Creates the policy; called by ServiceLoader. */
  public WriteThroughAllocate() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes go on, and sectors that they cover are held from then on";
  }

  @Override
  public WriteAction held() {
    return WriteAction.ALLOCATE;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.ALLOCATE;
  }
}
