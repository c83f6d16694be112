// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import io.lockstep.cli.terminal.ExitCode;
import java.util.List;

/**
 * A plug-in that does something wrong to the whole process, and what becomes of that process.
 *
 * @param toy what is wrong with it
 * @param options of the command
 * @param java options of the Java machine
 * @param code what it exits with
 * @param end what the device's own row is: ok, failed, or empty where there is none
 * @param says what is said of it, in its row or, without one, in the warning
 */
record RunningPlugin(
    ToyVariant toy, List<String> options, List<String> java, int code, String end, String says) {
  private static final String HANDLER = "private void issue(long tick) {";
  private static final String LOWER = "MachineKernel lower(Kernel kernel) {";
  private static final String CLASS = "public final class ToyProvider implements DeviceProvider {";
  private static final String FOR_EVER = "for (int i = 0; i < 2; i = i == 0 ? 1 : 0) {}";
  private static final String MEMORY =
      "java.util.List<long[]> all = new java.util.ArrayList<>();"
          + " for (int i = 0; i < 1 << 20; i++) all.add(new long[1 << 20]);";

  String kind() {
    return toy.kind();
  }

  private static RunningPlugin failed(ToyVariant toy, String says) {
    return new RunningPlugin(toy, List.of(), List.of(), ExitCode.FAILED, "failed", says);
  }

  private RunningPlugin with(String... more) {
    return new RunningPlugin(toy, List.of(more), java, code, end, says);
  }

  private RunningPlugin java(String... more) {
    return new RunningPlugin(toy, options, List.of(more), code, end, says);
  }

  static List<RunningPlugin> all() {
    String unit = "com.example.toy.ToyUnit.issue(ToyUnit.java:";
    String device = "com.example.toy.ToyDevice.lower(ToyDevice.java:";
    String watchdog = "-Dlockstep.watchdog=5s";
    return List.of(
        new RunningPlugin(
            edited(
                "ToyProvider.java",
                "constructor calls System.exit",
                CLASS,
                "public ToyProvider() { System.exit(0); }"),
            List.of(),
            List.of(),
            ExitCode.DONE,
            "",
            "com.example.toy.ToyProvider: has called System.exit (at com.example.toy.ToyProvider,"),
        new RunningPlugin(
            edited(
                "ToyProvider.java",
                "endless loop in the constructor",
                CLASS,
                "public ToyProvider() { " + FOR_EVER + " }"),
            List.of(),
            List.of("-Dlockstep.plugin.seconds=5"),
            ExitCode.DONE,
            "",
            "has not said what it supplies after 5 s (at com.example.toy.ToyProvider, Toy"),
        failed(
            edited("ToyDevice.java", "lower() calls System.exit", LOWER, "System.exit(0);"),
            "the model has called System.exit at " + device),
        failed(
            edited("ToyUnit.java", "handler calls System.exit", HANDLER, "System.exit(0);"),
            "the model has called System.exit at " + unit),
        new RunningPlugin(
            edited("ToyUnit.java", "prints", HANDLER, "System.out.println(\"hello\");"),
            List.of(),
            List.of(),
            ExitCode.DONE,
            "ok",
            "hello"),
        failed(
                edited("ToyDevice.java", "endless loop in lower()", LOWER, FOR_EVER),
                "a call of the model has not returned for 5s: it is at " + device)
            .java(watchdog),
        failed(
                edited("ToyUnit.java", "endless loop in a handler", HANDLER, FOR_EVER),
                "a call of the model has not returned for 5s: it is at " + unit)
            .java(watchdog),
        failed(
                edited(
                    "ToyUnit.java",
                    "never finishes",
                    HANDLER,
                    "if (true) { cluster.partition().at(tick + 1, issue, component, 0); return; }"),
                "since tick ")
            .with("--progress-timeout", "100000", "--threads", "1"),
        failed(
                edited("ToyDevice.java", "lower() takes all memory", LOWER, MEMORY),
                "out of memory (")
            .with("--threads", "1")
            .java("-Xmx160m"),
        failed(
                edited("ToyUnit.java", "handler takes all memory", HANDLER, MEMORY),
                "out of memory (")
            .with("--threads", "1")
            .java("-Xmx160m"));
  }

  private static ToyVariant edited(String file, String kind, String after, String code) {
    return ToyVariant.of(kind).with(file, after, after + "\n    " + code);
  }
}
