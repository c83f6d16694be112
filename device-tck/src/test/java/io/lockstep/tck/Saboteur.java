// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The example device with one contract broken.
 *
 * @param contract the one that must notice
 * @param what is wrong, in words
 * @param figures what its message has to say beside device and contract
 * @param edits of its sources
 */
record Saboteur(String contract, String what, String figures, List<DeviceVariants.Edit> edits) {
  private static final String UNIT = "ToyUnit.java";
  private static final String DEVICE = "ToyDevice.java";
  private static final String LOWERS = "public MachineKernel lower(Kernel kernel) {";
  private static final String LOWER = "return new ToyCode(kernel);";

  String module() {
    return "sabotaged." + contract.replace(' ', '_') + "_" + what.replaceAll("[^a-z]+", "_");
  }

  /** Whether its contract is one of those that take long. */
  boolean isThorough() {
    return Set.of("schema bounds", "parameters").contains(contract);
  }

  static Saboteur of(
      String contract, String what, String figures, String file, String from, String to) {
    return new Saboteur(contract, what, figures, List.of(new DeviceVariants.Edit(file, from, to)));
  }

  Saboteur and(String file, String from, String to) {
    return new Saboteur(
        contract,
        what,
        figures,
        Stream.concat(edits.stream(), Stream.of(new DeviceVariants.Edit(file, from, to))).toList());
  }

  static List<Saboteur> all() {
    return List.of(
        of(
                "catalogue",
                "other figures when asked again",
                " when asked again",
                "ToyProvider.java",
                "ToyProvider.class.getResourceAsStream(\"toy.yaml\"), SCHEMA));",
                "ToyProvider.class.getResourceAsStream(\"toy.yaml\"), SCHEMA)"
                    + ".with(\"unit.count\", \"\" + (4 + asked++ % 2)));")
            .and(
                "ToyProvider.java",
                "private static final SpecSchema SCHEMA",
                "private static int asked;\n  private static final SpecSchema SCHEMA"),
        of(
            "catalogue",
            "states no version",
            "no @SpiVersion",
            "ToyProvider.java",
            "@SpiVersion(SpiVersion.CURRENT)",
            ""),
        of(
            "schema bounds",
            "breaks at a bound",
            "unit.count=2048: com.example.toy.ToyDevice.assemble threw",
            DEVICE,
            "int units = spec.integer(\"unit.count\");",
            "int units = spec.integer(\"unit.count\");"
                + " if (units > 1000) { throw new IllegalStateException(\"too many\"); }"),
        of(
            "refusal",
            "check takes what lower refuses",
            "lower() refuses it (no local memory), check() takes it",
            DEVICE,
            LOWER,
            "if (kernel.localBytes() > 0) {"
                + " throw new io.lockstep.spi.RefusalException(\"no local memory\"); }"
                + LOWER
                + "}\n  @Override\n  public void check(Kernel kernel) {"),
        of(
            "lowering",
            "another listing each time",
            "and was 'at ",
            "ToyCode.java",
            "List<CodeLine> lines = new ArrayList<>();",
            "List<CodeLine> lines = new ArrayList<>();"
                + " lines.add(CodeLine.own(\"at \" + System.identityHashCode(this)));"),
        of(
            "code",
            "prints other lines than it tells",
            "line 0 is 'B0:', in its assembly '; toy'",
            "ToyCode.java",
            "return CodeLine.text(code());",
            "return \"; toy\\n\" + CodeLine.text(code());"),
        of(
            "code",
            "counts lines from zero",
            "where no instruction stands",
            "ToyCode.java",
            "CodeLine.of(\"  \" + IrText.of(kernel, i), List.of(i))",
            "new CodeLine(\"  \" + IrText.of(kernel, i), List.of(i.line() - 1))"),
        of(
                "code",
                "has other lines each time",
                "and then from [",
                "ToyCode.java",
                "CodeLine.of(\"  \" + IrText.of(kernel, i), List.of(i))",
                "CodeLine.of(\"  \" + IrText.of(kernel, i),"
                    + " asked++ % 7 == 0 ? List.of() : List.of(i))")
            .and("ToyCode.java", "/** A row for", "private static int asked;\n\n  /** A row for"),
        of(
            "accounting",
            "counts lanes that are off",
            "memory.bytes_requested is 192; expected 12",
            UNIT,
            "counts.request((long) access.active()",
            "counts.request(16L"),
        of(
            "accounting",
            "drops the lines of lanes that stand in descending order",
            "need at least 512",
            "ToyLines.java",
            "if (line != last) {",
            "if (line > last) {"),
        of(
                "accounting",
                "covers the first two lines of an access",
                "need at least 512",
                "ToyLines.java",
                "if (line != last) {",
                "if (line != last && sent++ < 2) {")
            .and("ToyLines.java", "long last = -1;", "long last = -1; int sent = 0;"),
        of(
                "accounting",
                "counts backwards in one unit",
                "].lds.conflict_cycles' as -25514; no statistic is negative",
                UNIT,
                "counts.addTo(out);",
                "counts.addTo(out); out.count(\"lds.conflict_cycles\","
                    + " number == 1 ? -25514 : 30000);")
            .and(UNIT, "private boolean full;", "private boolean full; private final int number;")
            .and(
                UNIT,
                "super(cluster, index, config(spec));",
                "super(cluster, index, config(spec)); number = index;"),
        of(
            "accounting",
            "works faster than its peak",
            ": lds.busy ",
            UNIT,
            "counts.addTo(out);",
            "counts.addTo(out); out.count(\"lds.cycles\", 1L << 40);"),
        of(
            "accounting",
            "books waiting as issued",
            "ports issue for ",
            UNIT,
            "account.advance(0, tick, WAITING, row[w]);\n    long now",
            "account.advance(0, tick, ISSUED, row[w]);\n    long now"),
        of(
            "accounting",
            "counts no branch whose lanes part",
            "branch.divergent is 0; lanes of 16 leave loops apart 129 times",
            UNIT,
            "countDivergence();",
            ""),
        of(
            "accounting",
            "counts each parting of lanes twice",
            "branch.divergent is 2662; lanes of 16 leave loops apart 129 times, and part 1331",
            UNIT,
            "countDivergence();",
            "countDivergence();\n      countDivergence();"),
        of(
            "accounting",
            "holds half of what its rules allow",
            "the rules of occupancy allow 1",
            DEVICE,
            "DispatcherConfig.of(spec, 1, wavefronts,",
            "DispatcherConfig.of(spec, 1, wavefronts / 8,"),
        of(
            "accounting",
            "opens a row for each line",
            "neighbours share a row",
            DEVICE,
            "return address / rowBytes / banks;",
            "return address / 64;"),
        of(
            "accounting",
            "stops at the first lane that is off",
            "every 2: memory.transactions is ",
            "ToyLines.java",
            "lane = access.nextLane(lane))",
            "lane = access.nextLane(lane) == lane + 1 ? lane + 1 : -1)"),
        of(
            "accounting",
            "counts cycles of half its clock",
            "; clock.compute is 500000000 Hz, which makes ",
            DEVICE,
            LOWERS,
            "public long clockHertz() {\n    return tickHertz() / 2;\n  }\n\n  @Override\n  "
                + LOWERS),
        of(
            "order",
            "passes its barriers",
            "of another behind it, ",
            UNIT,
            "barrier(w, tick);",
            "wake(w, now);"),
        of(
                "order",
                "uses loads before they are there",
                "a load that needs the word of the last one takes ",
                UNIT,
                "return load || at == MemoryUnit.PENDING;",
                "wake(w, tick + 1); return true;")
            .and(UNIT, "wake(w, Math.max(at, tick + 1));", "")
            .and(UNIT, "wake(owner, tick + 1);", ""),
        of(
            "use",
            "gives no group to half of its units",
            "2 of 4 units issue little, for example cu[2] for ",
            DEVICE,
            "GroupPlacement.inOrder(units)",
            "GroupPlacement.inOrder(units / 2)"),
        of(
            "traffic",
            "reads whole lines for each lane",
            "DRAM reads ",
            "ToyLines.java",
            "if (line != last) {",
            "if (line != last || lane % 4 == 0) {"),
        of(
            "parameters",
            "does not use a latency",
            "differ with network.response_latency at their bounds",
            DEVICE,
            "NetworkConfig.of(spec),",
            "NetworkConfig.of(spec.given(\"network.response_latency\", 50)),"),
        of(
                "lines",
                "names the row after the one that issues",
                "NEVER, which no wavefront has executed, have ",
                UNIT,
                "row[w] = firstRow[number] + position[w]++;",
                "row[w] = Math.min(firstRow[number] + ++position[w], last);")
            .and(UNIT, "private int[] firstRow;", "private int[] firstRow; private int last;")
            .and(
                UNIT,
                "rows += blocks[b.id()].length;",
                "rows += blocks[b.id()].length; last = rows - 1;"),
        of(
            "lines",
            "names a row that the code has not",
            "time of row 1000",
            UNIT,
            "row[w] = firstRow[number] + position[w]++;",
            "row[w] = firstRow[number] + position[w]++ + 1000;"),
        of(
            "lines",
            "names the first row whatever issues",
            "after the branch have no time",
            UNIT,
            "row[w] = firstRow[number] + position[w]++;",
            "row[w] = firstRow[number] * 0; position[w]++;"),
        of(
            "lines",
            "is slower where somebody looks",
            "asked for by line: picoseconds ",
            UNIT,
            "ready.started(w);",
            "ready.started(w); tick += account.isByRow() ? 3 : 0;"),
        of(
            "lines",
            "starts its account anew with each wavefront",
            "lines of launch 0 have ",
            UNIT,
            "ready.started(w);",
            "ready.started(w); if (account.isByRow()) { account.beginRows(100, tick); }"),
        of(
                "lines",
                "has other origins each time",
                "origins of row 0",
                "ToyCode.java",
                "CodeOrigins.Builder rows = CodeOrigins.of(kernel);",
                "CodeOrigins.Builder rows = CodeOrigins.of(kernel); asked++;")
            .and(
                "ToyCode.java",
                "rows.row(List.of(i))",
                "rows.row(asked % 2 == 0 ? List.of(i) : List.of())")
            .and("ToyCode.java", "/** A row for", "private static int asked;\n\n  /** A row for"),
        of(
                "tie shuffle",
                "units take turns without a port",
                "with --shuffle-ties 1: ",
                UNIT,
                "wake(w, now);\n          return;",
                "wake(w, now + turn[0]++ % 3);\n          return;")
            .and(
                UNIT,
                "MemorySide side, DeviceSpec spec) {",
                "MemorySide side, DeviceSpec spec, int[] turn) {")
            .and(
                UNIT,
                "super(cluster, index, config(spec));",
                "super(cluster, index, config(spec)); this.turn = turn;")
            .and(UNIT, "private boolean full;", "private boolean full; private final int[] turn;")
            .and(
                DEVICE,
                "return new GpuMachine(",
                "int[] turn = new int[1];\n    return new GpuMachine(")
            .and(DEVICE, "memory, spec));", "memory, spec, turn));"),
        of(
            "tie shuffle",
            "issues in the tick of a response",
            "toy.issue in the tick in which it is asked for",
            UNIT,
            "wake(owner, tick + 1);",
            "wake(owner, tick);"),
        of(
                "threads",
                "shares a static with other simulations",
                "twice at once: ",
                UNIT,
                "wake(w, tick + 1);\n  }\n\n  @Override\n  protected void barrierReleased",
                "wake(w, tick + (last == cluster ? 1 : 7));\n  }\n\n  @Override\n  protected void"
                    + " barrierReleased")
            .and(
                UNIT, "private boolean full;", "private boolean full; private static Cluster last;")
            .and(
                UNIT,
                "super(cluster, index, config(spec));",
                "super(cluster, index, config(spec)); last = cluster;"),
        of(
                "progress",
                "loses a wavefront where there are many",
                "the launch has not ended",
                UNIT,
                "position[w] = 0;\n    ready",
                "position[w] = 0;\n    if (++seen > 200) { return; }\n    ready")
            .and(UNIT, "private boolean full;", "private boolean full; private int seen;"),
        of(
                "progress",
                "loses one response in five hundred",
                "chase is failed: ",
                UNIT,
                "wake(owner, tick + 1);",
                "if (++answers % 500 != 0) { wake(owner, tick + 1); }")
            .and(UNIT, "private boolean full;", "private boolean full; private int answers;"),
        of(
            "progress",
            "wakes only the first of those that wait for room",
            "stores is failed: ",
            UNIT,
            "if (asked[w] == NEVER) {\n        wake(w, tick + 1);",
            "if (asked[w] == NEVER) {\n        wake(w, tick + 1);\n        break;"),
        of(
            "corpus",
            "refuses a plain kernel",
            "gather is REFUSED (no gathers)",
            DEVICE,
            LOWER,
            "if (kernel.name().equals(\"gather\")) {"
                + " throw new io.lockstep.spi.RefusalException(\"no gathers\"); }"
                + LOWER),
        ofTwoWidths(
            "runs every kernel at its usual width",
            "has sub-groups of 32 work-items, the device's have 16 or 32",
            DEVICE,
            LOWERS,
            "protected int wavefront(Kernel kernel) {\n    return capabilities().wavefront();\n"
                + "  }\n\n  @Override\n  "
                + LOWERS),
        ofTwoWidths(
            "takes the time of its usual width",
            "a kernel of wavefronts of 32 takes ",
            UNIT,
            "account.advance(0, ++now, ISSUED, row[w]);",
            "now += Math.max(1, config().width() / 16); account.advance(0, now, ISSUED, row[w]);"));
  }

  /** A mistake of a device whose kernels have wavefronts of 16 or of 32 work-items. */
  private static Saboteur ofTwoWidths(
      String what, String figures, String file, String from, String to) {
    List<DeviceVariants.Edit> edits =
        Stream.concat(
                DeviceVariants.widths("Toy", "toy", 16, 16, 32).stream(),
                Stream.of(new DeviceVariants.Edit(file, from, to)))
            .toList();
    return new Saboteur("width", what, figures, edits);
  }
}
