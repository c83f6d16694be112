package io.lockstep.trace.file;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.ArrayList;
import java.util.List;

/** Host steps as columns. Stateless and thread-safe. */
final class StepCodec {
  private static final int LAUNCH = 0;
  private static final int FILL = 1;
  private static final int UPLOAD = 2;
  private static final int DOWNLOAD = 3;
  private static final int COPY = 4;
  private static final int SYNCHRONIZE = 5;

  private StepCodec() {}

  static void encode(HostStep step, ByteColumn out, ByteColumn arguments) {
    if (step instanceof HostStep.Launch launch) {
      head(out, LAUNCH, step);
      out.add(launch.kernel());
      Geometry g = launch.geometry();
      out.add(g.groupsX());
      out.add(g.groupsY());
      out.add(g.groupsZ());
      out.add(g.sizeX());
      out.add(g.sizeY());
      out.add(g.sizeZ());
      out.add(launch.dynamicLocalBytes());
      out.addSigned(launch.minimumWidth());
      out.addSigned(launch.flags());
      out.add(launch.arguments().size());
      for (long argument : launch.arguments()) {
        arguments.addSigned(argument);
      }
    } else if (step instanceof HostStep.Fill fill) {
      head(out, FILL, step);
      out.addSigned(fill.buffer());
      out.addSigned(fill.bytes());
    } else if (step instanceof HostStep.Upload upload) {
      head(out, UPLOAD, step);
      out.addSigned(upload.buffer());
      out.addSigned(upload.bytes());
      out.addByte(upload.pinned() ? 1 : 0);
    } else if (step instanceof HostStep.Download download) {
      head(out, DOWNLOAD, step);
      out.addSigned(download.buffer());
      out.addSigned(download.bytes());
      out.addByte(download.pinned() ? 1 : 0);
    } else if (step instanceof HostStep.Copy copy) {
      head(out, COPY, step);
      out.addSigned(copy.from());
      out.addSigned(copy.to());
      out.addSigned(copy.bytes());
    } else if (step instanceof HostStep.Synchronize) {
      head(out, SYNCHRONIZE, step);
    } else {
      throw new IllegalArgumentException("a step that the trace format does not know: " + step);
    }
  }

  private static void head(ByteColumn out, int kind, HostStep step) {
    out.addByte(kind);
    out.addSigned(step.number());
  }

  /**
   * @param kernels number of kernels in the program
   */
  static HostStep decode(ColumnCursor in, ColumnCursor arguments, int kernels) {
    int kind = in.readByte();
    int number = in.readSignedInt();
    switch (kind) {
      case LAUNCH:
        return decodeLaunch(number, in, arguments, kernels);
      case FILL:
        return new HostStep.Fill(number, in.readSignedInt(), in.readSigned());
      case UPLOAD:
        return new HostStep.Upload(number, in.readSignedInt(), in.readSigned(), flag(in));
      case DOWNLOAD:
        return new HostStep.Download(number, in.readSignedInt(), in.readSigned(), flag(in));
      case COPY:
        return new HostStep.Copy(number, in.readSignedInt(), in.readSignedInt(), in.readSigned());
      case SYNCHRONIZE:
        return new HostStep.Synchronize(number);
      default:
        throw in.bad("a kind of step from 0 to 5 was expected, found " + kind);
    }
  }

  private static boolean flag(ColumnCursor in) {
    int value = in.readByte();
    if (value > 1) {
      throw in.bad("0 or 1 was expected, found " + value);
    }
    return value == 1;
  }

  private static HostStep decodeLaunch(
      int number, ColumnCursor in, ColumnCursor arguments, int kernels) {
    int kernel = in.readInt();
    if (kernel >= kernels) {
      throw in.bad("one of " + kernels + " kernels was expected, found number " + kernel);
    }
    Geometry geometry =
        new Geometry(
            in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt());
    int dynamicLocalBytes = in.readInt();
    int minimumWidth = in.readSignedInt();
    int flags = in.readSignedInt();
    int count = in.count(arguments);
    List<Long> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(arguments.readSigned());
    }
    return new HostStep.Launch(
        number, kernel, geometry, dynamicLocalBytes, List.copyOf(values), minimumWidth, flags);
  }
}
