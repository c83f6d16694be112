// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters and policies that experiments used before the first release. */
class DeletedNamesTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "hd5870, code.merged_accesses, 1, has no figure 'code.merged_accesses'",
    "mi300a, dram.postponed, 8, has no figure 'dram.postponed'",
    "hd5870, dram.policy, page_stream, unknown policy 'page_stream'",
    "mi300a, mall.write_policy, write_back_no_allocate, unknown policy 'write_back_no_allocate'",
    "mi300a, mall.write_policy, write_through_allocate, unknown policy 'write_through_allocate'",
    "hd5870, clock.core, 1GHz, has no figure 'clock.core'",
    "hd6970, compute.units, 8, has no figure 'compute.units'",
    "mi300a, hbm.clock, 1GHz, has no figure 'hbm.clock'; did you mean 'dram.clock'?",
    "gtx280, dram.cl, 10ns, has no figure 'dram.cl'; did you mean 'dram.tcl'?",
    "gtx280, shared.size, 8KiB, has no figure 'shared.size'",
    "gtx280, compiler.layout, false, has no figure 'compiler.layout'; the setting"
        + " 'compiler.without=layout' leaves it out",
  })
  void aDeletedNameIsRefused(String device, String name, String value, String message) {
    DeviceSpec spec = CATALOGUE.spec(device);
    assertThatThrownBy(() -> spec.with(name, value)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "hd5870, code, merged_accesses: 0, 4:3: unknown figure 'code.merged_accesses'",
    "mi300a, dram, postponed: 0, 4:3: unknown figure 'dram.postponed'",
    "mi300a, hbm, clock: 1GHz, 3:1: unknown figure 'hbm'",
    "8800gt, compiler, joins: false, 4:3: unknown figure 'compiler.joins' of family g80; the"
        + " setting 'compiler.without=joins' leaves it out",
  })
  void aFileWithADeletedNameIsRefused(String device, String section, String line, String message)
      throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file, "device: mine\nextends: " + device + "\n" + section + ":\n  " + line + "\n");
    assertThatThrownBy(() -> CATALOGUE.spec(file.toString()))
        .hasMessageContaining(file + ":" + message);
  }
}
