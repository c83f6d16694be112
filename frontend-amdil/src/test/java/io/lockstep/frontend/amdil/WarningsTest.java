// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is accepted in one of two readings is said, once. */
class WarningsTest {
  private static List<String> warnings(String body) {
    List<String> all = new ArrayList<>();
    AmdIlFrontend.read("k.il", Il.HEAD + body + "\nend\n", FrontendOptions.defaults(), all::add);
    return all;
  }

  @Test
  @DisplayName("cb[n] without a number is cb0")
  void constantBuffer() {
    assertThat(warnings("dcl_cb cb0[2]\nmov r0, cb[0]\nmov r1, cb[1]\nmov r2, cb[0][1]"))
        .containsExactly("k.il:4:9: 'cb[…]' is read as cb0[…]");
  }

  @Test
  @DisplayName("a scalar function of a whole vector")
  void scalarFunction() {
    assertThat(warnings("rcp r1, r0\nrcp r2.x, r0.x\nsqrt_vec r3, r0\nsin r4, r0.xxxx"))
        .containsExactly(
            "k.il:3:1: 'rcp' computes one value, from the fourth component of its source;"
                + " 'rcp_vec' works by component");
  }

  @Test
  @DisplayName("plain texts give none")
  void plainTextsGiveNone() {
    assertThat(warnings("mov r0, r1")).isEmpty();
  }
}
