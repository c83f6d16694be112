// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A fingerprint file during recording. */
final class FingerprintFile implements AutoCloseable {
  private final OutputFile out;
  private final String version;
  private final List<String> arguments;
  private final List<FingerprintRecording> recordings = new ArrayList<>();

  FingerprintFile(Path target, String version, List<String> arguments) {
    this.version = version;
    this.arguments = arguments;
    out = new OutputFile(target);
  }

  /** Adds a device; devices are stored in the order of the calls. */
  void add(FingerprintRecording recording) {
    recordings.add(recording);
  }

  /** Assembles the file and completes it under its final name. */
  void finish() {
    List<DeviceFingerprints> devices =
        recordings.stream().map(FingerprintRecording::gathered).toList();
    new FingerprintLog(version, arguments, devices).write(out);
  }

  @Override
  public void close() {
    out.close();
  }
}
