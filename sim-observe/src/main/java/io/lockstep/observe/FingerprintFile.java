package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of fingerprints being recorded. Not thread-safe. */
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

  /** A device more; its place in the file is its place among these calls. */
  void add(FingerprintRecording recording) {
    recordings.add(recording);
  }

  /** Puts the file together and gives it its name. */
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
