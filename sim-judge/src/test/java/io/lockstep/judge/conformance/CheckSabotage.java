// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sabotages models and specifications of devices of the catalogue and prints what {@code lockstep
 * check} says then: {@code tools/check-sabotage.sh}. Lines of the table that it is given are {@code
 * model|code|rules|specification,device,figure,change,check}.
 */
final class CheckSabotage {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private final Map<String, List<CheckResult>> honest = new HashMap<>();
  private int missed;

  private CheckSabotage() {}

  /**
   * Runs the table.
   *
   * @param arguments the table's file, then devices whose lines are run; all if there are none
   */
  public static void main(String[] arguments) throws Exception {
    CheckSabotage all = new CheckSabotage();
    PrintStream out = System.out;
    out.println("| wrong | device | figure | becomes | check | claimed | shows | before |  |");
    out.println("|---|---|---|---|---|---|---|---|---|");
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] cells = line.split(",");
      List<String> devices = List.of(arguments).subList(1, arguments.length);
      if (devices.isEmpty() || devices.contains(cells[1])) {
        out.println(all.row(cells[0], cells[1], cells[2], cells[3], cells[4]));
      }
    }
    System.exit(all.missed == 0 ? 0 : 1);
  }

  private static List<CheckResult> checks(Catalogue catalogue, DeviceSpec spec, String name) {
    return new Conformance(catalogue, StudyOptions.defaults())
        .check(spec, name::equals, StudyProgress.NONE);
  }

  /** The first check of the name that passes before and fails with the change. */
  private String row(String what, String device, String figure, String change, String name) {
    DeviceSpec spec = CATALOGUE.spec(device);
    List<CheckResult> before =
        honest.computeIfAbsent(device + " " + name, k -> checks(CATALOGUE, spec, name));
    List<CheckResult> after =
        switch (what) {
          case "model" -> checks(LyingModels.with(figure, change), spec, name);
          case "code" -> checks(LyingModels.lowering(figure, change), spec, name);
          case "rules" -> checks(LyingModels.holding(figure, change), spec, name);
          default -> checks(CATALOGUE, spec.with(figure, change), name);
        };
    boolean wrongModel = !what.equals("specification");
    String found = "| – | – | – | **not caught** |";
    for (int c = after.size() - 1; c >= 0; c--) {
      boolean counts = wrongModel || !after.get(c).source().startsWith("declared: ");
      if (counts && before.get(c).ok() && !after.get(c).ok()) {
        found =
            "| %s %s | %s | %s | caught |"
                .formatted(
                    after.get(c).claimed(),
                    after.get(c).unit(),
                    after.get(c).shown(),
                    before.get(c).shown());
      }
    }
    missed += found.endsWith("| caught |") ? 0 : 1;
    return "| %s | `%s` | `%s` | `%s` | `%s` %s"
        .formatted(what, device, figure, change, name, found);
  }
}
