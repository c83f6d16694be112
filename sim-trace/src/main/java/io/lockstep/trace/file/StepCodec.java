// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Encodes host steps as columns. */
final class StepCodec {
  private static final int LAUNCH = 0;
  private static final int FILL = 1;
  private static final int UPLOAD = 2;
  private static final int DOWNLOAD = 3;
  private static final int COPY = 4;
  private static final int SYNCHRONIZE = 5;

  /** A launch with textures or over pixels. */
  private static final int LAUNCH_RESOURCES = 6;

  /** An operation in a stream: followed by the stream's number and an operation of a kind above. */
  private static final int IN_STREAM = 7;

  private static final int RECORD_EVENT = 8;
  private static final int WAIT_EVENT = 9;
  private static final int SYNCHRONIZE_STREAM = 10;
  private static final int SYNCHRONIZE_EVENT = 11;

  private static final TextureInfo.Format[] FORMATS = TextureInfo.Format.values();
  private static final TextureInfo.AddressMode[] MODES = TextureInfo.AddressMode.values();
  private static final TextureInfo.Filter[] FILTERS = TextureInfo.Filter.values();
  private static final Type[] TYPES = {Type.I8, Type.I16, Type.I32, Type.F16, Type.F32};

  private StepCodec() {}

  static void encode(HostStep step, ByteColumn out, ByteColumn arguments) {
    if (step instanceof HostStep.Launch launch) {
      boolean plain =
          launch.textures().isEmpty() && (launch.domainWidth() | launch.domainHeight()) == 0;
      head(out, plain ? LAUNCH : LAUNCH_RESOURCES, step);
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
      if (!plain) {
        resources(launch, out);
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
    } else if (step instanceof HostStep.InStream in) {
      out.addByte(IN_STREAM);
      out.add(in.stream());
      encode(in.operation(), out, arguments);
    } else if (step instanceof HostStep.RecordEvent event) {
      event(out, RECORD_EVENT, step, event.stream(), event.event(), event.all());
    } else if (step instanceof HostStep.WaitEvent event) {
      event(out, WAIT_EVENT, step, event.stream(), event.event(), event.all());
    } else if (step instanceof HostStep.SynchronizeStream synchronize) {
      head(out, SYNCHRONIZE_STREAM, step);
      out.add(synchronize.stream());
    } else if (step instanceof HostStep.SynchronizeEvent synchronize) {
      head(out, SYNCHRONIZE_EVENT, step);
      out.add(synchronize.event());
    } else {
      throw new IllegalArgumentException("a step that the trace format does not know: " + step);
    }
  }

  private static void event(
      ByteColumn out, int kind, HostStep step, int stream, int event, boolean all) {
    head(out, kind, step);
    out.add(stream);
    out.add(event);
    out.addByte(all ? 1 : 0);
  }

  private static void resources(HostStep.Launch launch, ByteColumn out) {
    out.add(launch.domainWidth());
    out.add(launch.domainHeight());
    out.add(launch.textures().size());
    for (TextureInfo t : launch.textures()) {
      out.add(t.buffer());
      out.addByte(Arrays.asList(TYPES).indexOf(t.type()));
      out.addByte((t.signed() ? 1 : 0) | (t.normalized() ? 2 : 0));
      out.add(t.channels());
      out.add(t.width());
      out.add(t.height());
      out.add(t.depth());
      out.addByte(t.format().ordinal());
      out.addByte(modes(t));
      out.addByte(t.filter().ordinal());
    }
  }

  /** The mode along x, and in two bits each how those along y and z differ from it. */
  private static int modes(TextureInfo t) {
    int x = t.address(0).ordinal();
    return x | (x ^ t.address(1).ordinal()) << 2 | (x ^ t.address(2).ordinal()) << 4;
  }

  private static TextureInfo.Edges edges(int modes) {
    int x = modes & 3;
    return new TextureInfo.Edges(
        MODES[x], MODES[x ^ modes >> 2 & 3], MODES[x ^ modes >> 4], TextureInfo.Border.ZERO);
  }

  private static List<TextureInfo> readTextures(ColumnCursor in) {
    int count = in.count(in);
    List<TextureInfo> textures = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int buffer = in.readInt();
      Type type = TYPES[oneOf(TYPES.length, "types of texels", in)];
      int flags = oneOf(4, "flags of a texture", in);
      int channels = in.readInt();
      int width = in.readInt();
      int height = in.readInt();
      int depth = in.readInt();
      boolean sized = width > 0 && height > 0 && depth > 0;
      if (!sized || channels != 1 && channels != 2 && channels != 4) {
        throw in.bad(
            "a texture of 1, 2 or 4 channels was expected, found %s x %s x %s texels of %s"
                .formatted(width, height, depth, channels));
      }
      textures.add(
          new TextureInfo(
              buffer,
              new TextureInfo.Texel(
                  type,
                  (flags & 1) != 0,
                  channels,
                  FORMATS[oneOf(FORMATS.length, "formats of texels", in)]),
              new TextureInfo.Extent(width, height, depth),
              new TextureInfo.Sampling(
                  edges(oneOf(1 << 6, "combinations of address modes", in)),
                  FILTERS[oneOf(FILTERS.length, "filters", in)],
                  (flags & 2) != 0)));
    }
    return List.copyOf(textures);
  }

  private static int oneOf(int count, String what, ColumnCursor in) {
    int value = in.readByte();
    if (value >= count) {
      throw in.bad("one of " + count + " " + what + " was expected, found number " + value);
    }
    return value;
  }

  private static void head(ByteColumn out, int kind, HostStep step) {
    out.addByte(kind);
    out.addSigned(step.number());
  }

  static HostStep decode(ColumnCursor in, ColumnCursor arguments, Program program) {
    int kind = in.readByte();
    if (kind == IN_STREAM) {
      int stream = stream(in, program);
      int inner = in.readByte();
      if (stream == 0 || inner > LAUNCH_RESOURCES || inner == SYNCHRONIZE) {
        throw in.bad("an operation of a stream was expected, found kind " + inner);
      }
      return new HostStep.InStream(stream, decode(inner, in, arguments, program));
    }
    return decode(kind, in, arguments, program);
  }

  private static HostStep decode(
      int kind, ColumnCursor in, ColumnCursor arguments, Program program) {
    int number = in.readSignedInt();
    switch (kind) {
      case LAUNCH:
      case LAUNCH_RESOURCES:
        int kernels = program.kernels().size();
        return decodeLaunch(number, in, arguments, kernels, kind == LAUNCH_RESOURCES);
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
      case RECORD_EVENT:
        return new HostStep.RecordEvent(number, stream(in, program), event(in, program), flag(in));
      case WAIT_EVENT:
        return new HostStep.WaitEvent(number, stream(in, program), event(in, program), flag(in));
      case SYNCHRONIZE_STREAM:
        return new HostStep.SynchronizeStream(number, stream(in, program));
      case SYNCHRONIZE_EVENT:
        return new HostStep.SynchronizeEvent(number, event(in, program));
      default:
        throw in.bad("a kind of step from 0 to 11 was expected, found " + kind);
    }
  }

  private static int stream(ColumnCursor in, Program program) {
    return among(in, program.streams().streams().size() + 1, "streams");
  }

  private static int event(ColumnCursor in, Program program) {
    return among(in, program.streams().events().size(), "events");
  }

  private static int among(ColumnCursor in, int count, String what) {
    int number = in.readInt();
    if (number >= count) {
      throw in.bad("one of " + count + " " + what + " was expected, found number " + number);
    }
    return number;
  }

  private static boolean flag(ColumnCursor in) {
    int value = in.readByte();
    if (value > 1) {
      throw in.bad("0 or 1 was expected, found " + value);
    }
    return value == 1;
  }

  private static HostStep decodeLaunch(
      int number, ColumnCursor in, ColumnCursor arguments, int kernels, boolean resources) {
    int kernel = among(in, kernels, "kernels");
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
    int domainWidth = resources ? in.readInt() : 0;
    int domainHeight = resources ? in.readInt() : 0;
    return new HostStep.Launch(
        number,
        kernel,
        geometry,
        dynamicLocalBytes,
        List.copyOf(values),
        minimumWidth,
        flags,
        resources ? readTextures(in) : List.of(),
        domainWidth,
        domainHeight);
  }
}
