// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.advise.rule.UncoalescedAccess;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Proposals for stores whose lanes are 64 bytes apart. */
class UncoalescedAccessTest {
  private static final Path APART = Path.of("src/test/resources/cases/apart.yaml");

  private static Proposal proposal(Map<String, BigDecimal> statistics) {
    List<Proposal> all = RuleTrial.proposals(new UncoalescedAccess(), APART, statistics);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void statesTheTransactionsOfARequestWhereTheDeviceCountsThem() {
    Proposal proposal =
        proposal(
            Map.of(
                "memory.transactions_per_request",
                BigDecimal.valueOf(6.5),
                "memory.bytes_requested",
                BigDecimal.valueOf(1000),
                "memory.bytes_moved",
                BigDecimal.valueOf(5200)));
    assertThat(proposal.evidence())
        .containsEntry("transactions_per_request", 6.5)
        .containsEntry("stride_bytes", 64.0);
    assertThat(proposal.finding()).contains("6.5 transactions of a request", "5.2 times the bytes");
  }

  @Test
  void statesTheUsedShareOfTouchedLinesWhereTheDeviceCountsNoTransactions() {
    Proposal proposal = proposal(Map.of());
    assertThat(proposal.evidence())
        .containsEntry("bytes_used_share", 0.125)
        .doesNotContainKey("transactions_per_request");
    assertThat(proposal.finding())
        .contains(", of the lines that it touches 13 % of the bytes.")
        .doesNotContain("transactions");
  }
}
