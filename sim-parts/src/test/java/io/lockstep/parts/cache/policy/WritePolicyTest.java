// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.cache.SetMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WritePolicyTest {
  private final List<String> evicted = new ArrayList<>();

  /** One set of two lines of 128 bytes in sectors of 32. */
  private SectoredCache cache(WritePolicy policy) {
    return new SectoredCache(
        new CacheConfig(128, 32, 1, 2, policy, SetMapping.modulo(128)),
        (address, bytes) -> evicted.add(address + "+" + bytes));
  }

  private static WritePolicy named(String name) {
    return List.of(new ReadOnly(), new WriteBack(), new WriteEvict(), new WriteThrough()).stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    // policy, stays if held, valid then, is used then, stays if absent, valid then
    "read_only,              false, true,  false, false, false",
    "write_through,          false, true,  true,  false, false",
    "write_evict,            false, false, false, false, false",
    "write_back,             true,  true,  true,  true,  true",
  })
  void aPolicySaysWhatBecomesOfWrites(
      String name, boolean stays, boolean valid, boolean used, boolean absentStays, boolean came) {
    SectoredCache cache = cache(named(name));
    assertThat(cache.write(0x1000, 32)).isEqualTo(absentStays);
    assertThat(cache.holds(0x1000, 32)).isEqualTo(came);
    cache = cache(named(name));
    cache.fill(0, 128, 0);
    cache.fill(128, 128, 0);
    assertThat(cache.write(0, 32)).isEqualTo(stays);
    assertThat(cache.holds(0, 32)).isEqualTo(valid);
    assertThat(cache.holds(32, 96)).isTrue();
    cache.fill(256, 128, 0);
    assertThat(cache.holds(32, 96)).as("line 0 is the younger of two").isEqualTo(used);
    cache.clean();
    assertThat(evicted.isEmpty()).isNotEqualTo(stays);
  }

  /** Keeps every third write, and says what it was told. */
  private static final class Third implements WritePolicy {
    private final WriteAction held;
    private final List<String> told = new ArrayList<>();

    Third(WriteAction held) {
      this.held = held;
    }

    @Override
    public String name() {
      return "third";
    }

    @Override
    public String definition() {
      return "keeps every third write";
    }

    @Override
    public WriteAction held() {
      return held;
    }

    @Override
    public WriteAction absent() {
      return WriteAction.UPDATE;
    }

    @Override
    public Optional<WriteRule> rule(int sets) {
      return Optional.of(
          new WriteRule() {
            private final long[] writes = new long[1];

            @Override
            public WriteAction write(int set, boolean held, boolean whole) {
              told.add(set + " " + held + " " + whole);
              return ++writes[0] % 3 == 0 ? WriteAction.KEEP : WriteAction.UPDATE;
            }
          });
    }
  }

  @Test
  void aRuleDecidesWriteByWrite() {
    Third policy = new Third(WriteAction.KEEP);
    SectoredCache cache = cache(policy);
    assertThat(cache.write(0, 32)).isFalse();
    assertThat(cache.write(0, 16)).isFalse();
    assertThat(cache.write(0, 32)).isTrue();
    assertThat(cache.write(0, 32)).isFalse();
    assertThat(policy.told)
        .containsExactly("0 false true", "0 false false", "0 false true", "0 true true");
  }

  @Test
  void aRuleThatKeepsWhatItsPolicyDoesNotIsNamed() {
    SectoredCache cache = cache(new Third(WriteAction.UPDATE));
    cache.write(0, 32);
    cache.write(0, 32);
    assertThatThrownBy(() -> cache.write(0, 32))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("WritePolicyTest$Third$1 chose KEEP, which its policy does not do");
  }
}
