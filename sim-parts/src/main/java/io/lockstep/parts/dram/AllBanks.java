package io.lockstep.parts.dram;

/** All banks of a channel at once (REF). A {@link DramChannel} has it built in. */
public final class AllBanks implements RefreshPolicy {
  /** Its name. */
  public static final String NAME = "all_banks";

  /** For ServiceLoader. */
  public AllBanks() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "all banks of a channel at once";
  }

  @Override
  public int commands(int banks) {
    return 1;
  }
}
