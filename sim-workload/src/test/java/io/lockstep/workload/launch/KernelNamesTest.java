// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.workload.ToyFrontend;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names by which a workload launches kernels. */
class KernelNamesTest {
  @TempDir Path dir;

  private WorkloadExecution start(String kernels, String launched, String attributes)
      throws IOException {
    Files.writeString(dir.resolve("k.toy"), kernels);
    String text =
        """
        name: l
        kernels: {file: k.toy%s}
        buffers:
          a: {type: u32, count: 16}
        steps:
          - {launch: %s, grid: [2], block: [8], args: [a, {i32: 7}]}
        """
            .formatted(attributes, launched);
    return new WorkloadExecution(
        Workload.read("l.yaml", text, dir).bind(),
        List.of(new ToyFrontend()),
        ExecutionOptions.defaults());
  }

  @ParameterizedTest
  @CsvSource({"add, _Z3addPji", "plus, _ZN3toy4plusEPji", "_Z3addPji, _Z3addPji"})
  void a_kernel_of_cpp_is_launched_by_its_name_in_the_source_or_the_compilers(
      String launched, String compiled) throws IOException {
    WorkloadExecution execution = start("local _Z3addPji _ZN3toy4plusEPji", launched, "");
    assertThat(execution.program().kernels()).extracting("name").contains(compiled);
    assertThat(execution.next()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"'scan<char, 512>';_Z4scanIcLi512EEvPT_", "'scan<uint,256u>';_Z4scanIjLi256EEvPT_"})
  void an_instance_of_a_template_is_found_as_the_source_says_it(String launched, String compiled) {
    List<String> kernels = List.of("_Z4scanIcLi512EEvPT_", "_Z4scanIjLi256EEvPT_");
    assertThat(KernelNames.find("w", launched, kernels)).isEqualTo(compiled);
    assertThatThrownBy(() -> KernelNames.find("w", "scan", kernels))
        .hasMessageContaining("_Z4scanIcLi512EEvPT_ (scan<char, 512>)");
  }

  @Test
  void the_exact_name_comes_before_that_of_the_source() throws IOException {
    assertThat(start("_Z3addPji add _Z3addPfi", "add", "").next()).isNotNull();
  }

  @Test
  void functions_of_one_name_must_be_told_apart() {
    assertThatThrownBy(() -> start("_Z3addPji _Z3addPfi", "add", ""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("l.yaml:6:14")
        .hasMessageContaining(
            "'add' may be any of _Z3addPji, _Z3addPfi: name the one that is meant");
  }

  @Test
  void attributes_are_given_by_the_name_in_the_source_too() {
    assertThatThrownBy(() -> start("_Z3addPji", "add", ", attributes: {add: {restrict: [5]}}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'add' has 2 parameters, none at position 5");
  }

  @ParameterizedTest
  @CsvSource({
    "reduce, reduce",
    "_Z5triadPfS_S_f, triad",
    "_ZL5quietv, quiet",
    "_Z6reduceIfLi256EEvPKT_PS0_j, reduce",
    "_ZN4shoc4scan6bottomEPf, bottom",
    "_ZN12_GLOBAL__N_14deepEv, deep",
    "_Z, _Z",
    "_Z9short, _Z9short",
    "_Z99999999999999999999x, _Z99999999999999999999x"
  })
  void the_name_in_the_source_is_the_last_part_of_a_compilers_name(String compiled, String name) {
    assertThat(KernelNames.inSource(compiled)).isEqualTo(name);
  }
}
