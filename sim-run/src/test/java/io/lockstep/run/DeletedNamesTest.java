package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters and policies that experiments used before the first release. */
class DeletedNamesTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  @ParameterizedTest
  @CsvSource({
    "hd5870, code.merged_accesses, 1, has no figure 'code.merged_accesses'",
    "mi300a, dram.postponed, 8, has no figure 'dram.postponed'",
    "hd5870, dram.policy, page_stream, unknown policy 'page_stream'",
    "mi300a, mall.write_policy, write_back_no_allocate, unknown policy 'write_back_no_allocate'",
    "mi300a, mall.write_policy, write_through_allocate, unknown policy 'write_through_allocate'",
  })
  void aDeletedNameIsRefused(String device, String name, String value, String message) {
    DeviceSpec spec = CATALOGUE.spec(device);
    assertThatThrownBy(() -> spec.with(name, value)).hasMessageContaining(message);
  }
}
