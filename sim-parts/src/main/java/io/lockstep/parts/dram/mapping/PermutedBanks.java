// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/**
 * Places consecutive rows in consecutive banks, with the bank XORed with the low bits of the row,
 * so that large strides do not stay in one bank (Zhang, Zhu and Zhang, "A Permutation-Based Page
 * Interleaving Scheme to Reduce Row-Buffer Conflicts and Exploit Data Locality", MICRO-33, 2000).
 */
public final class PermutedBanks implements MappingPolicy {
  /** The policy's name. */
  public static final String NAME = "permutation";

  /** Creates the policy; called by ServiceLoader. */
  public PermutedBanks() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "as row_interleaved, the bank combined with the low bits of the row";
  }

  @Override
  public DramMapping mapping(DramGeometry geometry) {
    return new BlockMapping(geometry, geometry.rowBytes(), false, true);
  }
}
