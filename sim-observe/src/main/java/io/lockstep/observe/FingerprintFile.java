// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A fingerprint file during recording. */
final class FingerprintFile implements RunFile {
  private final OutputFile out;
  private final String version;
  private final List<String> arguments;
  private final boolean isResumed;
  private final List<FingerprintRecording> recordings = new ArrayList<>();

  FingerprintFile(Path target, String version, List<String> arguments, boolean isResumed) {
    this.isResumed = isResumed;
    this.version = version;
    this.arguments = arguments;
    out = new OutputFile(target);
  }

  @Override
  public RunRecorder device(DeviceSpec spec, Program program, ObservedMachine observed) {
    FingerprintRecording recording =
        new FingerprintRecording(
            DeviceFingerprints.Subject.of(spec, program, observed, isResumed),
            observed.simulation(),
            0,
            Long.MAX_VALUE);
    recordings.add(recording);
    return recording;
  }

  @Override
  public void finish() {
    List<DeviceFingerprints> devices =
        recordings.stream().map(FingerprintRecording::gathered).toList();
    new FingerprintLog(version, arguments, devices).write(out);
  }

  @Override
  public void close() {
    out.close();
  }
}
