// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.cache.policy.ReplacementPolicy;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.parts.dispatch.PlacementPolicy;
import io.lockstep.parts.dram.DramPolicy;
import io.lockstep.parts.dram.RefreshPolicy;
import io.lockstep.parts.dram.mapping.MappingPolicy;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.issue.WavefrontPolicy;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("small").part(new PolicySpec("round_robin")).build();

  private static DeviceSpec read(String policy) {
    return SpecReader.read(
        "small.yaml", "device: s\nfamily: small\n" + policy, name -> SCHEMA, id -> null);
  }

  @Test
  void everyKindIsOffered() {
    Map<Class<? extends Policy>, List<String>> expected =
        Map.of(
            WavefrontPolicy.class,
            List.of(
                "greedy_then_oldest",
                "greedy_then_youngest",
                "longest_ready",
                "oldest_first",
                "round_robin",
                "two_level"),
            PlacementPolicy.class,
            List.of("breadth_first", "depth_first", "round_robin", "round_robin_dies"),
            DramPolicy.class,
            List.of("fcfs", "fr_fcfs"),
            RefreshPolicy.class,
            List.of("all_banks", "single_bank"),
            MappingPolicy.class,
            List.of(
                "block_interleaved",
                "channel_hash",
                "permutation",
                "row_interleaved",
                "rows_above_banks"),
            ReplacementPolicy.class,
            List.of("bit_plru", "fifo", "lru", "random", "tree_plru"),
            WritePolicy.class,
            List.of("read_only", "write_back", "write_evict", "write_through"));
    expected.forEach(
        (kind, names) ->
            assertThat(Policies.BUILT_IN.offers(kind).keySet()).containsExactlyElementsOf(names));
  }

  @Test
  void aSpecificationThatNamesNoneHasItsFamilysOwnWhichNobodyLooksUp() {
    DeviceSpec spec = read("");
    assertThat(spec.figure("issue.policy").text()).isEqualTo("round_robin");
    assertThat(spec.policy("issue.policy", WavefrontPolicy.class, "round_robin")).isEmpty();
  }

  @Test
  void anOtherNameMeansTheSamePolicyAndGivesTheSameHash() {
    DeviceSpec today = read("issue: {policy: oldest_first}\n");
    DeviceSpec before = read("issue: {policy: oldest}\n");
    assertThat(before.figure("issue.policy").text()).isEqualTo("oldest_first");
    assertThat(before.hash()).isEqualTo(today.hash()).isNotEqualTo(read("").hash());
    assertThat(before.policy("issue.policy", WavefrontPolicy.class, "round_robin"))
        .containsInstanceOf(OldestFirst.class);
  }

  @Test
  void anUnknownNameIsToldWithTheNearestAndWithWhoOffersWhat() {
    assertThatThrownBy(() -> read("issue: {policy: two_levels}\n"))
        .hasMessageContaining("small.yaml:3:")
        .hasMessageContaining("'issue.policy': unknown policy 'two_levels'")
        .hasMessageContaining("did you mean 'two_level'?")
        .hasMessageContaining("round_robin, two_level");
    assertThatThrownBy(() -> read("").with("issue.policy", "fifo"))
        .hasMessageContaining("--set issue.policy=fifo")
        .hasMessageContaining("WavefrontPolicy is offered as");
    assertThatThrownBy(() -> read("").with("issue.policy", "*2"))
        .hasMessageContaining("not a number to multiply");
  }
}
