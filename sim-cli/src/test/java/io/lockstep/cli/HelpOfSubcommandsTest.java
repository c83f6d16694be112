// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HelpOfSubcommandsTest {
  @Test
  @DisplayName("help of a subcommand is the page that its --help prints")
  void helpOfASubcommandIsThePageOfItsHelpOption() {
    Cli page = Cli.run("help", "sweep", "status");
    assertThat(page.code()).as(page.all()).isZero();
    assertThat(page.out()).isEqualTo(Cli.run("sweep", "status", "--help").out());
  }

  @Test
  @DisplayName("an unknown subcommand is an error with the nearest one")
  void anUnknownSubcommandIsAnErrorWithTheNearestOne() {
    Cli wrong = Cli.run("help", "sweep", "statsu");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.all())
        .contains("there is no command 'statsu' of 'sweep'")
        .contains("did you mean 'status'?");
  }
}
