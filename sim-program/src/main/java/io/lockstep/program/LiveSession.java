// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.program.memory.LiveFault;
import io.lockstep.program.memory.LiveMemory;
import io.lockstep.program.memory.LiveTexture;
import io.lockstep.program.message.Connection;
import io.lockstep.program.message.Message;
import io.lockstep.program.message.Operation;
import io.lockstep.program.message.Protocol;
import io.lockstep.program.message.ProtocolException;
import io.lockstep.program.message.RefusedException;
import io.lockstep.program.message.Reply;
import io.lockstep.program.message.Stage;
import io.lockstep.trace.file.TraceSpool;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchNotice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Serves one process from its first message to the end of its connection, and records what it did.
 * Used by one thread; {@link #trace} is called after the end.
 */
final class LiveSession implements AutoCloseable {
  /** Operations that a program does not need to give up. */
  private static final Set<Operation> WORK =
      EnumSet.of(
          Operation.ALLOCATE,
          Operation.WRITE,
          Operation.FILL,
          Operation.COPY,
          Operation.BUILD,
          Operation.COMPILE,
          Operation.LINK,
          Operation.LAUNCH);

  private static final String HINT = "; --bounds allocation permits the rest of its allocation";

  private final Connection connection;
  private final LiveSetup setup;
  private final Path folder;
  private final TraceSpool spool = new TraceSpool();
  private final KernelOutput output = new KernelOutput();
  private final LiveClock clock = new LiveClock();
  private final List<TextureInfo> textures = new ArrayList<>();
  private final LaunchNotice notice;
  private LiveProcess process; // null before the first message
  private LiveMemory memory;
  private LivePrograms programs;
  private LiveSteps steps;
  private final Optional<LatestOperation> latest;
  private Stage stage;
  private Optional<OracleCheck> oracle = Optional.empty();
  private final Set<String> remarked = new HashSet<>(); // never iterated
  private long calls;
  private long instructions;
  private long moved; // bytes of the parts of the current transfer
  private int printed;
  private ByteArrayOutputStream parts = new ByteArrayOutputStream(); // of the next source
  private String fault = "";
  private String refusal = ""; // first call that is not supported
  private boolean wentOn; // after that call
  private RuntimeException broken; // null unless the server itself failed

  /**
   * @param folder private folder of the server
   */
  LiveSession(Connection connection, LiveSetup setup, Path folder) {
    this.connection = connection;
    this.setup = setup;
    this.folder = folder;
    notice = new LaunchNotice(setup.notes());
    latest = setup.options().timer().map(LatestOperation::new);
  }

  /** Serves the process until its connection ends. */
  void serve() {
    try {
      Optional<Message> message = connection.receive();
      while (message.isPresent()) {
        handle(message.get());
        message = connection.receive();
      }
    } catch (ProtocolException e) {
      fail(e.getMessage());
    } catch (IOException e) {
      fail(e.getMessage()); // a process that was killed
    } catch (RuntimeException | Error e) {
      breakOff(e); // the program finds its connection closed
    }
  }

  /** Returns what became of the process. */
  LiveTrace trace() {
    spool.end();
    return new LiveTrace(
        process == null ? new LiveProcess(0, "", "") : process,
        spool,
        () -> programs.launched(),
        () -> programs.sources(),
        () -> memory.infos(),
        () -> steps.streams(),
        counts(),
        output.lines(),
        new LiveTrace.Compared(
            oracle.map(OracleCheck::difference).orElse(""),
            oracle.map(OracleCheck::agreed).orElse(0L)),
        new LiveTrace.Ending(fault, refusal, wentOn, Optional.ofNullable(broken)));
  }

  private LiveTrace.Counts counts() {
    return steps == null
        ? new LiveTrace.Counts(calls, 0, 0, 0)
        : new LiveTrace.Counts(calls, steps.launched(), steps.launches(), instructions);
  }

  private void fail(String text) {
    if (fault.isEmpty()) {
      fault = text == null ? "the connection broke" : text;
    }
  }

  private void handle(Message message) throws IOException {
    calls++;
    Operation operation = message.operation();
    if (process == null && operation == Operation.DRIVER) {
      open(message);
      return;
    }
    if (process == null) {
      if (operation != Operation.HELLO) {
        throw new ProtocolException("HELLO first, found " + operation);
      }
      hello(message);
      return;
    }
    if (!fault.isEmpty()) {
      if (operation.replied) {
        connection.send(Protocol.Status.FAULT, fault);
      }
      return;
    }
    wentOn |= !refusal.isEmpty() && WORK.contains(operation);
    try {
      Reply reply = perform(message);
      message.end();
      if (operation.replied) {
        connection.send(Protocol.Status.OK, reply.array(), reply.size());
      }
    } catch (RefusedException e) {
      connection.send(e.status(), e.getMessage());
    } catch (ExecutionException e) {
      boolean strict = setup.options().bounds() == Bounds.STRICT;
      lose(e.getMessage() + (strict && e.isOutOfBuffer() ? HINT : ""), operation);
    } catch (LiveFault | InputException e) {
      lose(e.getMessage(), operation);
    } catch (OutputException | OutOfMemoryError e) {
      broken = e instanceof RuntimeException r ? r : new InputException("memory", e.getMessage());
      lose(e.getMessage(), operation);
    } catch (ProtocolException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      breakOff(e);
      if (operation.replied) {
        connection.send(Protocol.Status.FAULT, fault);
      }
    }
  }

  /** Has a driver ready for the dynamic loader of a process that has said nothing else yet. */
  private void open(Message message) throws IOException {
    String name = message.text();
    message.end();
    try {
      setup.opening().accept(name);
      connection.send(Protocol.Status.OK, new byte[0], 0);
    } catch (InputException | OutputException e) {
      connection.send(Protocol.Status.REFUSED, e.getMessage());
    }
  }

  /** Keeps an error of the server itself, with which the run ends; the caller reports it. */
  private void breakOff(Throwable e) {
    broken = e instanceof RuntimeException r ? r : new IllegalStateException(e.toString(), e);
    fail("internal error: " + e);
  }

  /** Reports an error after which the process has no device. */
  private void lose(String text, Operation operation) throws IOException {
    fail(text);
    setup.notes().accept(fault);
    if (operation.replied) {
      connection.send(Protocol.Status.FAULT, fault);
    }
  }

  private void hello(Message message) throws IOException {
    int version = message.number();
    int api = message.number();
    int pid = message.number();
    String program = message.text();
    String working = message.text();
    message.end();
    if (version != Protocol.VERSION || api != Protocol.API_OPENCL && api != Protocol.API_CUDA) {
      throw new ProtocolException("version " + Protocol.VERSION + " and a known interface");
    }
    process = new LiveProcess(pid, program, working);
    Bounds bounds = setup.options().bounds();
    memory =
        new LiveMemory(
            setup.execution().memoryBytes() / 4 * 3,
            setup.options().memoryBytes(),
            bytes -> bounds.rest(bytes, api == Protocol.API_CUDA));
    programs = new LivePrograms(setup, process.name(), memory);
    steps = new LiveSteps(spool, api == Protocol.API_CUDA, setup.options().launches(), latest);
    stage = new Stage(folder);
    if (api == Protocol.API_OPENCL) {
      memory.memory().permitBitsOfTexels(); // SHOC keeps doubles in pairs of floats
      oracle =
          setup
              .options()
              .oracle()
              .map(request -> new OracleCheck(request, memory.memory(), setup.notes()));
    }
    StringBuilder lines = new StringBuilder();
    setup
        .options()
        .properties()
        .forEach((k, v) -> lines.append(k).append('=').append(v).append('\n'));
    Reply reply = new Reply().word(Protocol.STAGE_BYTES).text(stage.file().toString());
    reply.text(lines.toString());
    connection.send(Protocol.Status.OK, reply.array(), reply.size());
  }

  private Reply perform(Message message) throws IOException {
    Reply reply = new Reply();
    switch (message.operation()) {
      case ALLOCATE -> {
        long bytes = message.word();
        message.number();
        long wanted = message.word();
        String name = message.text();
        int buffer =
            wanted == 0 ? memory.allocate(name, bytes) : memory.allocateAt(wanted, name, bytes);
        reply.word(io.lockstep.kernel.ir.Address.of(buffer, 0));
      }
      case RESIZE -> memory.resize(message.word(), message.size("a size"));
      case FREE -> memory.free(message.word());
      case WRITE -> write(message);
      case READ -> read(message, reply);
      case FILL -> fill(message);
      case COPY -> copy(message);
      case BUILD -> {
        String extension = message.text();
        String options = message.text();
        return sent(programs.build(extension, options, source(message), process.folder()));
      }
      case SOURCE -> parts.writeBytes(part(message));
      case CHECK -> programs.check(message.text(), source(message), process.folder());
      case LINK -> {
        return sent(programs.link(message.text(), source(message), process.folder()));
      }
      case COMPILE -> {
        String extension = message.text();
        String options = message.text();
        return sent(programs.compile(extension, options, source(message), process.folder()));
      }
      case LAUNCH -> {
        LiveLaunch launch = new LiveLaunch(message);
        LiveLaunch.Place place =
            new LiveLaunch.Place(setup, memory, programs, textures, steps, output);
        long executed = execute(launch, place);
        if (setup.options().bounds() != Bounds.STRICT) {
          remark(launch.kernel(programs));
        }
        launch.images(textures).forEach(image -> remarkBits(launch.kernel(programs), image));
        instructions += steps.recordsLaunch() ? executed : 0;
        advance(executed, 0);
      }
      case EVENT -> event(message);
      case OCCUPANCY -> {
        Kernel kernel = programs.kernel(message.number(), message.number());
        int items = message.count("work-items");
        int bytes = message.count("bytes of local memory");
        LiveOptions.Residency residency = setup.options().residency();
        reply.number(residency.registers(kernel));
        reply.number(items == 0 ? 0 : residency.groups(kernel, items, bytes));
      }
      case SYNC -> {
        // a message holds 1 MiB; the client calls again until a reply is empty
        String text = output.since(printed);
        String part = text.substring(0, Math.min(text.length(), Protocol.MESSAGE_BYTES / 4));
        printed += part.length();
        reply.bytes(part.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
      case CLOCK -> reply.word(clock.time(message.number()));
      case STREAM -> {
        int stream = message.number();
        int flags = message.number();
        if ((flags & Protocol.STREAM_RELEASE) != 0) {
          steps.releaseStream(stream);
        } else if (stream == 0) {
          steps.outOfOrder();
        } else {
          steps.create(stream, (flags & Protocol.OUT_OF_ORDER) == 0);
        }
      }
      case TEXTURE -> {
        textures.add(LiveTexture.of(message, memory));
        reply.word(io.lockstep.kernel.ir.Address.texture(textures.size() - 1));
      }
      case NOTE -> {
        String text = message.text(); // the client has printed it
        if (message.number() != 0 && refusal.isEmpty()) {
          refusal = text;
        }
      }
      case EXIT, ACK -> {
        // the reply is all
      }
      default -> throw new ProtocolException("no second " + message.operation());
    }
    return reply;
  }

  private long execute(LiveLaunch launch, LiveLaunch.Place place) {
    if (oracle.isEmpty()) {
      return launch.execute(place, notice);
    }
    Kernel kernel = launch.kernel(programs);
    ForeignLaunch foreign = launch.foreign(place, "launch " + (steps.launched() + 1));
    oracle.get().before(kernel, foreign);
    long executed = launch.execute(place, notice);
    oracle.get().after(kernel, foreign);
    return executed;
  }

  /** Reports accesses behind buffers, once for each kernel and buffer. */
  private void remark(Kernel kernel) {
    memory.takeBeyond(
        (buffer, end) -> {
          if (remarked.add(kernel.name() + " " + buffer)) {
            setup
                .notes()
                .accept(
                    "kernel '%s' accesses %s up to byte %d: behind its end, within its allocation"
                        .formatted(kernel.name(), buffer, end));
          }
        });
  }

  /** Reports an image whose texels were read as another type, once for each kernel and image. */
  private void remarkBits(Kernel kernel, int buffer) {
    Optional<Type> as = memory.memory().takeReadAs(buffer);
    if (as.isPresent() && remarked.add("bits " + kernel.name() + " " + buffer)) {
      boolean integers = as.get() == Type.I32;
      setup
          .notes()
          .accept(
              ("kernel '%s' reads the %s of '%s' as %s and gets their bits; OpenCL C leaves"
                      + " them undefined")
                  .formatted(
                      kernel.name(),
                      integers ? "floats" : "integers",
                      memory.memory().name(buffer),
                      integers ? "integers" : "floats"));
    }
  }

  /** Advances the clock by the latest operation. */
  private void advance(long executed, long bytes) {
    OptionalLong nanos = latest.isEmpty() ? OptionalLong.empty() : latest.get().nanos(tables());
    if (nanos.isPresent()) {
      clock.advance(nanos.getAsLong());
    } else {
      clock.advance(executed, bytes);
    }
  }

  /** Returns the tables to which steps refer. */
  private Program tables() {
    return new Program(
        process.name(),
        programs.numbered(),
        memory.infos(),
        new TreeMap<>(),
        0,
        Program.Timing.REGION,
        ProgramStreams.NONE);
  }

  private void write(Message message) {
    LiveMemory.Range range = memory.range(message.word(), message.size("bytes"));
    int stream = message.number();
    int flags = message.number();
    long from = message.word();
    if (from == -1) {
      memory.write(range, message.bytes(range.bytes()));
    } else {
      memory.write(range, stage, stage.check(from, range.bytes()));
    }
    boolean pinned = (flags & Protocol.PINNED) != 0;
    step(flags, stream, range, (n, bytes) -> new HostStep.Upload(n, range.buffer(), bytes, pinned));
  }

  private void read(Message message, Reply reply) {
    LiveMemory.Range range = memory.range(message.word(), message.size("bytes"));
    int stream = message.number();
    int flags = message.number();
    long to = message.word();
    if (to == -1) {
      if (range.bytes() > Protocol.MESSAGE_BYTES) {
        throw new ProtocolException("at most a message, found " + range.bytes() + " bytes");
      }
      reply.bytes(memory.read(range));
    } else {
      memory.read(range, stage, stage.check(to, range.bytes()));
    }
    boolean pinned = (flags & Protocol.PINNED) != 0;
    step(
        flags,
        stream,
        range,
        (n, bytes) -> new HostStep.Download(n, range.buffer(), bytes, pinned));
  }

  private void fill(Message message) {
    LiveMemory.Range range = memory.range(message.word(), message.size("bytes"));
    int stream = message.number();
    int flags = message.number();
    byte[] pattern = message.bytes(message.count("bytes of a pattern"));
    if (pattern.length == 0) {
      throw new ProtocolException("a pattern");
    }
    memory.fill(range, pattern);
    step(flags, stream, range, (n, bytes) -> new HostStep.Fill(n, range.buffer(), bytes));
  }

  private void copy(Message message) {
    long to = message.word();
    long from = message.word();
    long length = message.size("bytes");
    LiveMemory.Range target = memory.range(to, length);
    LiveMemory.Range source = memory.range(from, length);
    int stream = message.number();
    int flags = message.number();
    memory.copy(target, source);
    step(
        flags,
        stream,
        target,
        (n, bytes) -> new HostStep.Copy(n, source.buffer(), target.buffer(), bytes));
  }

  private interface Transfer {
    HostStep of(int number, long bytes);
  }

  /** Records a transfer, once for all its parts. */
  private void step(int flags, int stream, LiveMemory.Range range, Transfer transfer) {
    if ((flags & Protocol.HIDDEN) != 0) {
      return;
    }
    moved += range.bytes();
    if ((flags & Protocol.MORE) == 0) {
      long bytes = moved;
      moved = 0;
      IntFunction<HostStep> made = n -> transfer.of(n, bytes);
      steps.transfer(stream, made);
      advance(0, bytes);
    }
  }

  private static Reply sent(Reply program) {
    if (program.size() > Protocol.MESSAGE_BYTES) {
      throw new RefusedException(
          Protocol.Status.REFUSED, "a program whose kernels or text take more than 1 MiB");
    }
    return program;
  }

  /** Returns the source whose last part a message brings, with the parts received before. */
  private byte[] source(Message message) {
    byte[] part = part(message);
    if (parts.size() == 0) {
      return part;
    }
    parts.writeBytes(part);
    byte[] source = parts.toByteArray();
    parts = new ByteArrayOutputStream();
    return source;
  }

  private byte[] part(Message message) {
    long from = message.word();
    int bytes = message.count("bytes of a source");
    if (from == -1) {
      return message.bytes(bytes);
    }
    int offset = stage.check(from, bytes);
    byte[] part = new byte[bytes];
    stage.read(offset, part, bytes);
    return part;
  }

  private void event(Message message) {
    Protocol.EventAction[] all = Protocol.EventAction.values();
    Protocol.EventAction action = all[message.number(all.length - 1, "an event's action")];
    int stream = message.number();
    int event = message.number();
    switch (action) {
      case EVENT_RECORD, EVENT_RECORD_LAST, EVENT_STAMP -> clock.stamp(event);
      case EVENT_RELEASE -> clock.release(event);
      default -> {
        // no time
      }
    }
    steps.event(action, stream, event);
  }

  /** Releases memory and the connection; the trace stays. */
  @Override
  public void close() {
    notice.close();
    try {
      connection.close();
      if (stage != null) {
        stage.close();
      }
    } catch (IOException e) {
      fail(e.getMessage());
    }
    oracle.ifPresent(OracleCheck::close);
    if (memory != null) {
      memory.close();
    }
  }
}
