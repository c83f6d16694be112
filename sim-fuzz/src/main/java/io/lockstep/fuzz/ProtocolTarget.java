// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.program.DeviceProperties;
import io.lockstep.program.LiveOptions;
import io.lockstep.program.MessageReplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Serves the messages of an unmodified program. An input is a list of messages: operation, two
 * bytes with the length, payload. The target adds the head of each and a greeting in front; an
 * input whose first byte is odd is the stream as it is.
 */
final class ProtocolTarget implements FuzzTarget {
  private static final int HEAD = 8;
  private static final int HELLO = 1;
  private static final int ALLOCATE = 2;
  private static final int WRITE = 4;
  private static final int READ = 5;
  private static final int FILL = 6;
  private static final int COPY = 7;
  private static final int BUILD = 8;
  private static final int LAUNCH = 9;
  private static final int EVENT = 10;
  private static final int SYNC = 11;
  private static final int CLOCK = 12;
  private static final int STREAM = 14;
  private static final int TEXTURE = 15;
  private static final int EXIT = 17;
  private static final int OCCUPANCY = 18;
  private static final int CHECK = 19;
  private static final int LINK = 20;
  private static final int SOURCE = 23;

  private static final int MOST_ITEMS = 4096; // of a launch; more are legal but slow
  private static final int MOST_BUILDS = 4;
  private static final long FIRST_BUFFER = 129L << 40;

  private static final String KERNEL =
      """
      .version 7.0
      .target sm_80
      .address_size 64
      .global .u32 total;
      .visible .entry put(.param .u64 to, .param .u32 count) {
        .reg .u32 %r<4>; .reg .u64 %d<4>; .reg .pred %p;
        ld.param.u64 %d1, [to];
        ld.param.u32 %r1, [count];
        mov.u32 %r2, %tid.x;
        setp.ge.u32 %p, %r2, %r1;
        @%p bra END;
        mul.wide.u32 %d2, %r2, 4;
        add.u64 %d3, %d1, %d2;
        st.global.u32 [%d3], %r2;
        atom.global.add.u32 %r3, [total], 1;
      END:
        ret;
      }
      """;

  private final Path folder;
  private final MessageReplay replay;
  private long messages;

  ProtocolTarget() {
    try {
      folder = Files.createTempDirectory("lockstep-fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> properties = DeviceProperties.common();
    properties.put(DeviceProperties.MEMORY_BYTES, Integer.toString(1 << 22));
    List<KernelFrontend> ptx =
        ServiceLoader.load(KernelFrontend.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(f -> f.id().equals("ptx"))
            .toList();
    replay =
        new MessageReplay(
            ptx,
            ExecutionOptions.defaults().withInstructionBudget(10_000).withMemory(1 << 23),
            new LiveOptions(properties),
            folder);
    folder.toFile().deleteOnExit();
    Runtime.getRuntime().addShutdownHook(new Thread(this::report));
  }

  private void report() {
    if (messages > 0) {
      System.err.printf(Locale.ROOT, "lockstep-fuzz: protocol: %d messages served%n", messages);
    }
  }

  @Override
  public String name() {
    return "protocol";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.program.**");
  }

  /** Returns the number of messages that were served so far. */
  long messages() {
    return messages;
  }

  @Override
  public void run(byte[] input) {
    byte[] stream = stream(input);
    if (isSlow(stream)) {
      return;
    }
    MessageReplay.Result result = serve(stream);
    if (result.fault().isBlank() && !result.fault().isEmpty()) {
      throw new AssertionError("a fault without a message");
    }
    delete();
  }

  private MessageReplay.Result serve(byte[] stream) {
    MessageReplay.Result result = replay.serve(stream);
    messages += result.messages();
    return result;
  }

  /** Serves an input and returns the error that ended the use of the device, or an empty text. */
  String fault(byte[] input) {
    return serve(stream(input)).fault();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] stream(byte[] input) {
    if (input.length == 0 || (input[0] & 1) != 0) {
      return input;
    }
    ByteBuffer out = buffer(64 + 4 * input.length);
    int api = (input[0] & 2) == 0 ? 1 : 2;
    out.putInt(20).putShort((short) HELLO).putShort((short) 0);
    out.putInt(MessageReplay.VERSION).putInt(api).putInt(1).putInt(0).putInt(0);
    int at = 1;
    while (at + 3 <= input.length) {
      int length = input[at + 1] & 0xFF | (input[at + 2] & 0xFF) << 8;
      length = Math.min(length, input.length - at - 3);
      out.putInt(length).putShort((short) (input[at] & 0xFF)).putShort((short) 0);
      out.put(input, at + 3, length);
      at += 3 + length;
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  /** Returns whether a stream has launches or builds that are legal but slow. */
  private static boolean isSlow(byte[] stream) {
    ByteBuffer in = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
    int builds = 0;
    for (int at = 0; at + HEAD <= stream.length; ) {
      int length = in.getInt(at);
      int operation = in.getShort(at + 4);
      if (length < 0 || length > stream.length - at - HEAD) {
        return false; // the reader ends here
      }
      builds += List.of(BUILD, CHECK, LINK, SOURCE).contains(operation) ? 1 : 0;
      if (operation == LAUNCH && length >= 44) {
        double items = 1;
        for (int d = 0; d < 3; d++) {
          items *= Math.max(1, in.getLong(at + HEAD + 8 + 8 * d));
          items *= Math.max(1, in.getInt(at + HEAD + 32 + 4 * d));
        }
        if (items > MOST_ITEMS) {
          return true;
        }
      }
      at += HEAD + length;
    }
    return builds > MOST_BUILDS;
  }

  private void delete() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Messages of a program. */
  private static final class Script {
    private final ByteBuffer out = buffer(1 << 14);

    Script(int api) {
      out.put((byte) api);
    }

    /** Adds a message: numbers are written with four bytes, longs with eight. */
    Script message(int operation, Object... fields) {
      int start = out.position();
      out.put((byte) operation).putShort((short) 0);
      for (Object field : fields) {
        if (field instanceof Integer number) {
          out.putInt(number);
        } else if (field instanceof Long number) {
          out.putLong(number);
        } else {
          byte[] text = field.toString().getBytes(StandardCharsets.ISO_8859_1);
          out.putInt(text.length).put(text);
        }
      }
      out.putShort(start + 1, (short) (out.position() - start - 3));
      return this;
    }

    byte[] bytes() {
      byte[] all = new byte[out.position()];
      out.flip().get(all);
      return all;
    }
  }

  private static Script started(int api) {
    return new Script(api).message(ALLOCATE, 256L, 0, 0L, "a").message(ALLOCATE, 64L, 0, 0L, "b");
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) {
    SortedMap<String, byte[]> seeds = new TreeMap<>();
    long other = FIRST_BUFFER + (1L << 40);
    seeds.put(
        "launch",
        started(2)
            .message(BUILD, "ptx", "", -1L, KERNEL)
            .message(OCCUPANCY, 0, 0, 64, 128)
            .message(
                LAUNCH,
                0,
                0,
                2L,
                1L,
                1L,
                32,
                1,
                1,
                0L,
                0L,
                0L,
                0,
                0,
                0,
                1,
                0,
                0,
                0,
                2,
                0,
                8,
                FIRST_BUFFER,
                0,
                4,
                32)
            .message(READ, FIRST_BUFFER, 128L, 0, 0, -1L)
            .message(SYNC)
            .message(EXIT)
            .bytes());
    seeds.put(
        "transfers",
        started(0)
            .message(WRITE, FIRST_BUFFER, 4L, 0, 0, -1L, 7)
            .message(WRITE, other, 64L, 0, 2, 0L)
            .message(WRITE, other, 16L, 0, 0, 64L)
            .message(FILL, FIRST_BUFFER, 256L, 0, 0, "\1\2")
            .message(COPY, other, FIRST_BUFFER, 64L, 0, 0)
            .message(READ, other, 64L, 0, 0, 8388608L)
            .message(CLOCK, 0)
            .message(3, other)
            .message(ALLOCATE, 32L, 0, 1L << 40, "c")
            .message(EXIT)
            .bytes());
    seeds.put(
        "streams",
        started(0)
            .message(STREAM, 1, 0)
            .message(STREAM, 2, 1)
            .message(EVENT, 0, 1, 5)
            .message(EVENT, 1, 2, 5)
            .message(FILL, FIRST_BUFFER, 16L, 2, 0, "\0")
            .message(EVENT, 7, 0, 6)
            .message(CLOCK, 6)
            .message(EVENT, 2, 0, 5)
            .message(EVENT, 3, 1, 0)
            .message(EVENT, 4, 0, 0)
            .message(EVENT, 8, 0, 5)
            .message(STREAM, 1, 2)
            .message(EXIT)
            .bytes());
    String part = "-DA=1\0" + KERNEL + "\0";
    seeds.put(
        "parts",
        started(0)
            .message(CHECK, "ptx", -1L, part)
            .message(SOURCE, -1L, part.substring(0, 100))
            .message(LINK, "ptx", -1L, part.substring(100))
            .message(LINK, "ptx", -1L, part + part)
            .message(EXIT)
            .bytes());
    seeds.put(
        "texture",
        started(0)
            .message(TEXTURE, FIRST_BUFFER, 7, 4, 4, 4, 1, 1, 2, 3, 1, 1, 0, 0, 0, 9)
            .message(TEXTURE, other, 0, 1, 64, 1, 1, 3, 3, 3, 0, 0, 0, 0, 0, 0)
            .message(16, "clSVMAlloc", 1)
            .message(13)
            .bytes());
    return seeds;
  }
}
