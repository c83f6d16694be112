package io.lockstep.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What help pages say beside their options: examples, exit codes, commands in groups. */
final class HelpPages {
  /** Commands by what they are for, in the order of the main page. */
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  private static final Map<Integer, String> MEANINGS = new TreeMap<>();
  private static final Map<String, Page> PAGES = new TreeMap<>();

  /** Examples as they are typed, and the exit codes that a command may have. */
  private record Page(List<String> examples, Map<Integer, String> codes) {}

  static {
    GROUPS.put("Simulate", List.of("compare", "run", "sweep"));
    GROUPS.put("Look", List.of("inspect", "devices", "diff"));
    GROUPS.put("Data", List.of("record", "import", "timeline"));
    GROUPS.put("Tools", List.of("completion", "help"));

    MEANINGS.put(0, "done");
    MEANINGS.put(1, "a simulation failed");
    MEANINGS.put(2, "wrong usage");
    MEANINGS.put(3, "bad input");
    MEANINGS.put(4, "a result was wrong, or a check found something");
    MEANINGS.put(5, "everything asked for was refused");
    MEANINGS.put(6, "the result could not be written");
    MEANINGS.put(130, "interrupted (SIGINT); the rows that were done are printed");
    MEANINGS.put(143, "the same by SIGTERM");

    page(
        "lockstep",
        with(
            with(
                codes(0, 1, 2, 3, 4, 5, 6, 130, 143),
                0,
                "done (refused devices in a comparison included)"),
            1,
            "a simulation failed, or diff has found a difference"),
        "lockstep compare examples/matmul.yaml",
        "lockstep run examples/matmul.yaml -d hd5870",
        "lockstep inspect examples/spmv.yaml",
        "lockstep devices hd5870");
    page(
        "compare",
        codes(0, 1, 2, 3, 4, 5, 6, 130, 143),
        "lockstep compare examples/matmul.yaml",
        "lockstep compare examples/matmul.yaml -p n=256 -d hd5870,mi100,gtx280",
        "lockstep compare examples/spmv.yaml --timing kernels --sort -us",
        "lockstep compare examples/spmv.yaml --columns device,us,+dram,l2.hits",
        "lockstep compare examples/matmul.yaml --set 'dram.bandwidth=*2'",
        "lockstep compare examples/matmul.yaml --set 'l1.size?=16KiB' --format csv",
        "lockstep compare examples/matmul.yaml --baseline old.json");
    page(
        "run",
        with(codes(0, 1, 2, 3, 4, 5, 6, 130, 143), 1, "a simulation failed or was refused"),
        "lockstep run examples/matmul.yaml -d hd5870",
        "lockstep run examples/matmul.yaml -d gtx280 --per-unit --format json",
        "lockstep run examples/matmul.yaml -d hd5870 --dump c=c.npy",
        "lockstep run matmul.lkt -d mi300a --timeline matmul.json",
        "lockstep run matmul.lkt -d hd5870 --checkpoint-at 50000 --checkpoint half.lkcp");
    page(
        "sweep",
        codes(0, 1, 2, 3, 4, 5, 6, 130, 143),
        "lockstep sweep examples/matmul.yaml --param n=64,128 -d hd5870 -o n.csv",
        "lockstep sweep examples/matmul.yaml -d hd5870 --set l1.size=8KiB,16KiB",
        "lockstep sweep examples/matmul.yaml matmul.lkt --format table --sort us");
    page(
        "inspect",
        codes(0, 2, 3, 4, 5, 6),
        "lockstep inspect examples/spmv.yaml",
        "lockstep inspect examples/kernels/matmul.ptx",
        "lockstep inspect examples/kernels/matmul.ptx -d hd5870",
        "lockstep inspect examples/spmv.yaml --lines 20 --format json");
    page(
        "devices",
        codes(0, 2, 3, 6),
        "lockstep devices",
        "lockstep devices hd5870",
        "lockstep devices my5870.yaml --format json");
    page(
        "diff",
        with(with(codes(0, 1, 2, 3, 6), 0, "no event differs"), 1, "some event differs"),
        "lockstep diff before.lkfp after.lkfp",
        "lockstep diff matmul.yaml -d hd5870 --right \"--threads 2\"",
        "lockstep diff matmul.yaml -d hd5870 --left \"-p n=96\" --right \"-p n=64\"");
    page(
        "record",
        codes(0, 2, 3, 4, 6),
        "lockstep record examples/matmul.yaml -o matmul.lkt",
        "lockstep record examples/matmul.yaml -p n=256 --check races -o matmul256.lkt",
        "lockstep record examples/kmeans.yaml --expect pocl",
        "lockstep record examples/spmv.yaml --expect y=y.npy --relative 1e-5");
    page(
        "import",
        codes(0, 2, 3, 6),
        "lockstep import examples/kernels/spmv.cl",
        "lockstep import examples/kernels/spmv.ptx -k spmv -o spmv.yaml");
    page("timeline", codes(0, 2, 3, 6), "lockstep timeline matmul.lktl -o matmul.json");
    page("completion", codes(0, 2, 6), "source <(lockstep completion)");
    page("help", codes(0, 2, 6), "lockstep help", "lockstep help compare");
  }

  private HelpPages() {}

  private static void page(String command, Map<Integer, String> codes, String... examples) {
    PAGES.put(command, new Page(List.of(examples), codes));
  }

  private static Map<Integer, String> codes(int... codes) {
    Map<Integer, String> map = new TreeMap<>();
    for (int code : codes) {
      map.put(code, MEANINGS.get(code));
    }
    return map;
  }

  private static Map<Integer, String> with(Map<Integer, String> codes, int code, String meaning) {
    codes.put(code, meaning);
    return codes;
  }

  /**
   * Completes the pages of a command and of all below it. A command that has examples of its own
   * keeps them.
   *
   * @param width columns of a page
   */
  static void complete(CommandLine line, int width) {
    line.setUsageHelpWidth(width);
    line.setUsageHelpLongOptionsMaxWidth(Math.min(26, width / 3));
    complete(line);
    line.getSubcommands().values().forEach(HelpPages::complete);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpPages::commands);
  }

  private static void complete(CommandLine line) {
    Page page = PAGES.get(line.getCommandName());
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    if (page == null || usage.footer().length > 0) {
      return;
    }
    usage.footerHeading("%nExamples:%n");
    usage.footer(
        page.examples().stream().map(e -> "  " + e.replace("%", "%%")).toArray(String[]::new));
    Map<String, String> codes = new LinkedHashMap<>();
    page.codes().forEach((code, meaning) -> codes.put(" " + code, meaning));
    usage.exitCodeListHeading("%nExit codes:%n");
    usage.exitCodeList(codes);
  }

  /** The group that a command is listed in. */
  static String group(String command) {
    return GROUPS.entrySet().stream()
        .filter(e -> e.getValue().contains(command))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("Other");
  }

  /** Commands in groups, each with the first sentence of its page. */
  private static String commands(Help help) {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    GROUPS.keySet().forEach(g -> lines.put(g, new ArrayList<>()));
    int width = help.commandSpec().usageMessage().width();
    for (Map.Entry<String, Help> e : help.subcommands().entrySet()) {
      String[] description = e.getValue().commandSpec().usageMessage().description();
      String text = description.length == 0 ? "" : description[0].replace("%%", "%");
      List<String> parts = Words.lines(text, width - 16, "");
      List<String> of = lines.computeIfAbsent(group(e.getKey()), g -> new ArrayList<>());
      of.add(String.format("  %-12s%s%n", e.getKey(), parts.get(0)));
      parts.subList(1, parts.size()).forEach(p -> of.add(" ".repeat(14) + p + "\n"));
    }
    StringBuilder out = new StringBuilder();
    lines.forEach(
        (group, of) -> {
          if (!of.isEmpty()) {
            out.append('\n').append(group).append(":\n").append(String.join("", of));
          }
        });
    return out.toString();
  }
}
