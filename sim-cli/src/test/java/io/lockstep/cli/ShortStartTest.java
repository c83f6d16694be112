// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.help.HelpPages;
import io.lockstep.run.Plugins;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What a run does not read that it does not need, and that nothing is missed. */
class ShortStartTest {
  @Test
  @DisplayName("a command that is read alone has the help page that it has among all")
  void aCommandThatIsReadAloneHasTheHelpPageThatItHasAmongAll() {
    CommandLine all = new CommandLine(new Main());
    Commands.add(all);
    assertThat(all.getSubcommands()).containsKeys("compare", "help");
    for (String name : all.getSubcommands().keySet()) {
      CommandLine line = new CommandLine(new Main());
      Commands.add(line, name, "x");
      assertThat(line.getSubcommands())
          .hasSize(List.of("help", "completion").contains(name) ? all.getSubcommands().size() : 1);
      assertThat(line.getSubcommands().get(name).getUsageMessage())
          .isEqualTo(all.getSubcommands().get(name).getUsageMessage());
    }
  }

  @Test
  @DisplayName("the overview, for which no command's options are read, is that of all commands")
  void theOverviewForWhichNoCommandsOptionsAreReadIsThatOfAllCommands() {
    String[] pages = new String[2];
    for (int i = 0; i < pages.length; i++) {
      CommandLine line = new CommandLine(new Main());
      Commands.add(line, i == 0 ? new String[0] : new String[] {"help"});
      CommandLine run = line.getSubcommands().get("run");
      assertThat(run.getCommandSpec().findOption("--device") == null).isEqualTo(i == 1);
      HelpPages.completeLater(line, 80);
      pages[i] = line.getUsageMessage();
    }
    assertThat(pages[1]).contains("compare").isEqualTo(pages[0]);
  }

  @Test
  @DisplayName("every built-in device that is read by its id is the one of its module's catalogue")
  void byId() {
    for (DeviceProvider provider : Plugins.providers(List.of())) {
      List<DeviceSpec> catalogue = provider.catalogue();
      assertThat(provider.devices())
          .isNotEmpty()
          .isEqualTo(catalogue.stream().map(DeviceSpec::id).toList());
      for (DeviceSpec spec : catalogue) {
        assertThat(provider.spec(spec.id()).id()).isEqualTo(spec.id());
      }
    }
  }
}
