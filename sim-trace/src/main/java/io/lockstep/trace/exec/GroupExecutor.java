package io.lockstep.trace.exec;

import io.lockstep.trace.ExecutionException;
import io.lockstep.trace.InputException;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Executes the work-groups of one launch, one at a time, all work-items of a group together, and
 * records what they did.
 *
 * <p>Work-items that diverge go on in fragments, which meet again at immediate post-dominators; of
 * several fragments the one earliest in the control flow runs first, so that neither results nor
 * cost depend on the order of blocks in the text. All state is in fields: {@link #begin}, {@link
 * #run} and {@link #finish} let a group be suspended at any block. Not thread-safe.
 */
public final class GroupExecutor {
  private final Kernel kernel;
  private final Geometry geometry;
  private final ExecutionOptions options;
  private final MachineState state;
  private final RegisterFile registers;
  private final SegmentRecorder recorder;
  private final PathRecorder paths;
  private final CompiledBlock[] blocks;
  private final BitSet clearedRegisters;
  private final boolean atomicValuesUsed;
  private final AccessChecks checks; // null where none were asked for

  private final List<Fragment> ready = new ArrayList<>();
  private final List<Fragment> parked = new ArrayList<>();
  private final List<Fragment> pool = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final Brancher brancher;
  private Fragment current;
  private final long[] live;
  private int liveCount;
  private int parkedCount;
  private final GroupBarriers barriers = new GroupBarriers();
  private boolean pathsMayRepeat;
  private long blockExecutions;
  private long groupInstructions;

  /**
   * Prepares a launch.
   *
   * @param kernel the kernel
   * @param geometry groups and group size
   * @param arguments one value a parameter; pointers are functional addresses
   * @param dynamicLocalBytes work-group memory beyond the kernel's own
   * @param memory buffers
   * @param variableBuffers buffer of each of the kernel's variables, -1 where it has none
   * @param options limits
   * @throws InputException where the kernel needs what is not executed yet, or cannot be launched
   *     so
   */
  public GroupExecutor(
      Kernel kernel,
      Geometry geometry,
      List<Long> arguments,
      int dynamicLocalBytes,
      DeviceMemory memory,
      int[] variableBuffers,
      ExecutionOptions options) {
    this(
        kernel,
        geometry,
        arguments,
        dynamicLocalBytes,
        memory,
        variableBuffers,
        options,
        LaunchResources.none());
  }

  /**
   * Prepares a launch with textures or over a domain of pixels, whose work-groups are tiles of
   * {@link LaunchResources#TILE} pixels a side: executed are the pixels of the domain and the
   * helpers that complete their quads of 2 x 2.
   *
   * @param resources textures by number, the domain, who takes what is printed
   */
  public GroupExecutor(
      Kernel kernel,
      Geometry geometry,
      List<Long> arguments,
      int dynamicLocalBytes,
      DeviceMemory memory,
      int[] variableBuffers,
      ExecutionOptions options,
      LaunchResources resources) {
    this.kernel = kernel;
    this.geometry = geometry;
    this.options = options;
    int size = geometry.groupSize();
    checkGroupSize();
    AddressLayout layout =
        kernel.addressBits() == 32
            ? new AddressLayout(memory, kernel.source() + ": " + kernel.name())
            : null;
    state =
        new MachineState(
            memory,
            geometry,
            layout,
            ArgumentBlock.of(kernel, arguments, layout),
            kernel.localBytes(),
            kernel.localBytes() + dynamicLocalBytes,
            kernel.privateBytes(),
            resources);
    recorder = new SegmentRecorder(kernel.memorySlots(), geometry, state.versions);
    paths = recorder.paths();
    registers = new RegisterFile(kernel, size, variableBuffers, layout);
    checks = AccessChecks.of(options.checks(), kernel, geometry, memory, state.local.length);
    KernelCompiler compiler = new KernelCompiler(kernel, state, registers, recorder, checks);
    blocks = kernel.blocks().stream().map(compiler::compile).toArray(CompiledBlock[]::new);
    KernelAnalysis analysis = new KernelAnalysis(kernel);
    for (CompiledBlock block : blocks) {
      block.rank = analysis.rank(block.id);
    }
    clearedRegisters = analysis.readBeforeWritten();
    atomicValuesUsed = analysis.usesAtomicValues();
    brancher = new Brancher(size, paths, state.versions);
    live = new long[(size + 63) >>> 6];
  }

  private void checkGroupSize() {
    List<Integer> wanted = kernel.requiredGroupSize();
    List<Integer> given = List.of(geometry.sizeX(), geometry.sizeY(), geometry.sizeZ());
    if (geometry.groupSize() < 1) {
      throw new InputException(kernel.source(), kernel.name() + ": a work-group of " + given);
    }
    if (!wanted.isEmpty() && !wanted.equals(given)) {
      throw new InputException(
          kernel.source(),
          kernel.name() + " requires work-groups of " + wanted + ", the launch has " + given);
    }
  }

  /** Whether some atomic's returned value is read: results then come from the frozen order. */
  public boolean usesAtomicValues() {
    return atomicValuesUsed;
  }

  /**
   * Tells the log of the options what checks found in the launch; to be called once, at its end.
   *
   * @param racesAllowed whether the workload declares that the kernel races by design
   */
  public void report(boolean racesAllowed) {
    if (checks != null) {
      checks.report(options.checks(), racesAllowed);
    }
  }

  /** Whether checks have found accesses that conflict. */
  public boolean hasRaces() {
    return checks != null && checks.hasRaces();
  }

  /**
   * The smallest aligned width that contains every unsynchronised conflict inside a group so far; 1
   * where there is none, 0 where races were not looked for.
   */
  public int minimumWidth() {
    return checks == null ? 0 : checks.minimumWidth();
  }

  /** Portable operations executed so far, summed over work-items and groups. */
  public long workItemInstructions() {
    return state.instructions;
  }

  /** How often a block was executed for some work-items together: what execution costs. */
  long blockExecutions() {
    return blockExecutions;
  }

  /**
   * Executes one work-group.
   *
   * @param group flat work-group id, x fastest
   * @return what it did
   * @throws ExecutionException where the kernel does something wrong
   */
  public WorkGroupRecord execute(long group) {
    begin(group);
    run(Long.MAX_VALUE);
    return finish();
  }

  /** Starts a work-group. */
  public void begin(long group) {
    state.group = group;
    state.groupX = (int) (group % geometry.groupsX());
    state.groupY = (int) (group / geometry.groupsX() % geometry.groupsY());
    state.groupZ = (int) (group / geometry.groupsX() / geometry.groupsY());
    Arrays.fill(state.local, (byte) 0);
    Arrays.fill(state.privates, (byte) 0);
    registers.clear(clearedRegisters);
    if (checks != null) {
      checks.begin(group);
    }
    recorder.reset();
    segments.clear();
    ready.clear();
    parked.clear();
    parkedCount = 0;
    barriers.reset();
    groupInstructions = 0;
    pathsMayRepeat = false;
    state.printed.begin();
    current = fragment();
    if (state.covered == null) {
      current.lanes.setAll(geometry.groupSize(), state.versions.next());
    } else {
      coverPixels(current.lanes);
    }
    current.block = 0;
    current.join = null;
    current.classCount = 0;
    current.addClass(paths.open(current.lanes, 0));
    liveCount = current.lanes.count;
    System.arraycopy(current.lanes.mask, 0, live, 0, live.length);
  }

  /** The pixels of a tile that lie in the domain, and with them the rest of their quads. */
  private void coverPixels(Lanes lanes) {
    int width = state.domainWidth - state.groupX * geometry.sizeX();
    int height = state.domainHeight - state.groupY * geometry.sizeY();
    Arrays.fill(state.covered, 0);
    Arrays.fill(lanes.mask, 0);
    for (int i = 0; i < geometry.groupSize(); i++) {
      int x = i % geometry.sizeX();
      int y = i / geometry.sizeX();
      if ((x & -2) < width && (y & -2) < height) {
        lanes.mask[i >>> 6] |= 1L << i;
      }
      if (x < width && y < height) {
        state.covered[i >>> 6] |= 1L << i;
      }
    }
    lanes.update(state.versions.next());
  }

  /**
   * Goes on with the work-group.
   *
   * @param blockBudget blocks to execute at most
   * @return whether all work-items have finished
   */
  public boolean run(long blockBudget) {
    try {
      for (long n = 0; n < blockBudget; n++) {
        if (current == null && !select()) {
          return true;
        }
        executeBlock(current, blocks[current.block]);
        bound();
      }
      return current == null && ready.isEmpty() && parked.isEmpty();
    } catch (MemoryFault fault) {
      throw new ExecutionException(
          where(state.instruction)
              + fault.getMessage()
              + " ("
              + state.instruction.op().name().toLowerCase(Locale.ROOT)
              + ")"
              + who(state.lane));
    } catch (KernelFault fault) {
      throw new ExecutionException(where(state.instruction) + fault.getMessage() + who(state.lane));
    }
  }

  /** The record of the work-group that has just finished. */
  public WorkGroupRecord finish() {
    if (recorder.blocks() > 0) {
      closeSegment();
    }
    state.printed.finish();
    return new WorkGroupRecord(state.group, segments);
  }

  private void executeBlock(Fragment f, CompiledBlock block) {
    perform(f, block);
    if (block.exits) {
      if (block.block.last().mode() == 1) {
        throw new ExecutionException(
            where(block.block.last()) + "the kernel trapped" + who(f.lanes.first()));
      }
      exit(f);
    } else if (block.selector != null) {
      branch(f, block);
    } else if (block.barrier != null) {
      arrive(f, block.barrier);
    } else {
      current = advance(f, block.successors[0]);
    }
  }

  /** The operations of a block, counted and recorded. */
  private void perform(Fragment f, CompiledBlock block) {
    int active = f.lanes.count;
    state.instructions += (long) block.instructions * active;
    groupInstructions += block.instructions;
    if (groupInstructions > options.instructionBudget()) {
      throw new ExecutionException(
          where(block.block.instructions().get(0))
              + "the budget of "
              + options.instructionBudget()
              + " instructions for a work-group is spent; an endless loop?"
              + who(f.lanes.first()));
    }
    for (Step step : block.steps) {
      step.run(f.lanes);
    }
    for (int i = 0; i < f.classCount; i++) {
      paths.block(f.classes[i]);
    }
    recorder.countBlock();
    blockExecutions++;
  }

  private void exit(Fragment f) {
    retire(f);
    Join join = f.join;
    current = join == null ? null : leave(join);
  }

  private void retire(Fragment f) {
    for (int w = 0; w < live.length; w++) {
      live[w] &= ~f.lanes.mask[w];
    }
    liveCount -= f.lanes.count;
    pool.add(f);
  }

  private void arrive(Fragment f, BarrierPoint point) {
    int next = point.block.successors[0];
    if (point.plain && f.lanes.count == liveCount) {
      barrier();
      current = advance(f, next);
      return;
    }
    int which = 0;
    if (point.plain) {
      int id = point.ids[f.lanes.first()];
      barriers.arriveTogether(id, f.lanes.count);
      which = 1 << id;
    } else {
      for (int r = 0; r < f.lanes.ranges; r++) {
        for (int lane = f.lanes.low[r]; lane < f.lanes.high[r]; lane++) {
          which |= 1 << arriveAlone(point, lane);
        }
      }
    }
    current = null;
    if (point.mode != BarrierPoint.ARRIVE) {
      f.block = next;
      f.barrier = point;
      f.waiting = which;
      parked.add(f);
      parkedCount += f.lanes.count;
    }
    for (int rest = which; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      if (barriers.expected(id) > 0 && barriers.isComplete(id, liveCount)) {
        complete(id);
      }
    }
    if (point.mode == BarrierPoint.ARRIVE) {
      current = advance(f, next);
    }
  }

  private int arriveAlone(BarrierPoint point, int lane) {
    int id = point.ids[lane];
    int count = point.counts == null ? 0 : point.counts[lane];
    String wrong = null;
    if (id < 0 || id >= GroupBarriers.COUNT) {
      wrong = "there is no barrier " + id + ", a group has " + GroupBarriers.COUNT;
    } else if (point.counts != null && (count <= 0 || count > geometry.groupSize())) {
      wrong = "barrier " + id + " is for " + Integer.toUnsignedString(count) + " work-items";
    } else if (!barriers.arrive(id, count, point.predicate == null ? 0 : point.predicate[lane])) {
      wrong = "work-items disagree about how many barrier " + id + " is for";
    }
    if (wrong != null) {
      throw new ExecutionException(where(point.block.block.last()) + wrong + who(lane));
    }
    return id;
  }

  /** Those that wait for a barrier go on. */
  private void complete(int id) {
    if (barriers.expected(id) == 0) {
      barrier();
    }
    List<Fragment> all = new ArrayList<>(parked);
    parked.clear();
    for (Fragment f : all) {
      if ((f.waiting & 1 << id) == 0) {
        parked.add(f);
        continue;
      }
      deliver(f, id);
      f.waiting &= ~(1 << id);
      if (f.waiting != 0) {
        parked.add(f);
        continue;
      }
      parkedCount -= f.lanes.count;
      for (Step step : f.barrier.after) {
        step.run(f.lanes);
      }
      Fragment next = advance(f, f.block);
      if (next != null) {
        ready.add(next);
      }
    }
    barriers.clear(id);
  }

  private void deliver(Fragment f, int id) {
    BarrierPoint point = f.barrier;
    if (point.result == null) {
      return;
    }
    int value = barriers.reduced(id, point.mode);
    for (int r = 0; r < f.lanes.ranges; r++) {
      for (int lane = f.lanes.low[r]; lane < f.lanes.high[r]; lane++) {
        if (point.ids[lane] == id) {
          point.result[lane] = value;
        }
      }
    }
  }

  private void branch(Fragment f, CompiledBlock block) {
    int uniform = brancher.evaluate(f, block);
    if (uniform >= 0) {
      current = advance(f, block.successors[uniform]);
      return;
    }
    Join join = f.join;
    int meet = block.postDominator;
    int parts = brancher.parts();
    if (meet >= 0 && (join == null || join.block != meet)) {
      join = new Join(meet, join, parts);
    } else if (join != null) {
      join.outstanding += parts - 1;
    }
    current = null;
    for (int k = 0; k < parts; k++) {
      Fragment part = fragment();
      brancher.part(k, part);
      part.join = join;
      Fragment next = advance(part, block.successors[brancher.successor(k)]);
      if (next != null) {
        ready.add(next);
      }
    }
    pool.add(f);
  }

  /** Moves a fragment to its next block: the fragment that goes on, or null if it waits. */
  private Fragment advance(Fragment f, int block) {
    f.block = block;
    Join join = f.join;
    if (join == null || join.block != block) {
      return f;
    }
    if (join.arrived == null) {
      join.arrived = f;
    } else {
      join.arrived.merge(f, state.versions.next());
      pool.add(f);
    }
    return leave(join);
  }

  /** One fragment fewer is on its way to a join: what goes on from it if it was the last. */
  private Fragment leave(Join join) {
    while (join != null) {
      if (--join.outstanding > 0) {
        return null;
      }
      Fragment f = join.arrived;
      if (f != null) {
        f.join = join.parent;
        return advance(f, join.block);
      }
      join = join.parent;
    }
    return null;
  }

  /** Finds the fragment to go on with: whether there is one. */
  private boolean select() {
    if (ready.isEmpty() && !parked.isEmpty()) {
      completeForAll();
      if (ready.isEmpty() && !parked.isEmpty()) {
        letLeave();
        completeForAll();
      }
      if (ready.isEmpty() && !parked.isEmpty()) {
        throw divergentBarrier();
      }
    }
    if (ready.isEmpty()) {
      return false;
    }
    int best = 0;
    for (int i = 1; i < ready.size(); i++) {
      if (isBefore(ready.get(i), ready.get(best))) {
        best = i;
      }
    }
    current = ready.remove(best);
    mergeReady();
    return true;
  }

  private boolean isBefore(Fragment a, Fragment b) {
    int depthA = a.join == null ? 0 : a.join.depth;
    int depthB = b.join == null ? 0 : b.join.depth;
    return depthA != depthB ? depthA > depthB : blocks[a.block].rank < blocks[b.block].rank;
  }

  /** Takes in fragments that stand at the same block on the way to the same join. */
  private void mergeReady() {
    for (int i = ready.size() - 1; i >= 0; i--) {
      Fragment other = ready.get(i);
      if (other.block == current.block && other.join == current.join) {
        current.merge(other, state.versions.next());
        ready.remove(i);
        pool.add(other);
        if (current.join != null) {
          current.join.outstanding--;
        }
      }
    }
  }

  /** All live work-items of the group have met. */
  private void barrier() {
    state.printed.barrier();
    if (checks != null) {
      checks.barrier();
    }
  }

  /** Barriers for the whole group at which all that still run have arrived. */
  private void completeForAll() {
    for (int id = 0; id < GroupBarriers.COUNT; id++) {
      if (barriers.isComplete(id, liveCount)) {
        complete(id);
      }
    }
  }

  /**
   * Work-items that only wait to end together with others end now: who has left no longer keeps a
   * barrier waiting.
   */
  private void letLeave() {
    List<Join> seen = new ArrayList<>();
    for (Fragment f : parked) {
      for (Join join = f.join; join != null && !seen.contains(join); join = join.parent) {
        seen.add(join);
        CompiledBlock block = blocks[join.block];
        boolean ends = block.exits && block.steps.length == 0 && block.block.last().mode() == 0;
        if (join.arrived != null && ends) {
          Fragment leaver = join.arrived;
          join.arrived = null;
          perform(leaver, block);
          retire(leaver);
        }
      }
    }
  }

  private ExecutionException divergentBarrier() {
    Fragment waiting = parked.get(0);
    if (parkedCount == liveCount) {
      return nobodyComes(waiting);
    }
    long[] missing = live.clone();
    for (Fragment f : parked) {
      for (int w = 0; w < missing.length; w++) {
        missing[w] &= ~f.lanes.mask[w];
      }
    }
    int lane = 0;
    while ((missing[lane >>> 6] & 1L << lane) == 0) {
      lane++;
    }
    return new ExecutionException(
        where(waiting.barrier.block.block.last())
            + "divergent barrier: work-item "
            + workItem(waiting.lanes.first())
            + " waits where another of its group cannot arrive"
            + who(lane));
  }

  /** All wait, but not as many at one barrier as it is for. */
  private ExecutionException nobodyComes(Fragment first) {
    int lane = first.lanes.first();
    int id = first.barrier.ids[lane];
    String why = "";
    for (Fragment f : parked) {
      int other = f.barrier.ids[f.lanes.first()];
      if (other != id) {
        why = " while another of its group waits at barrier " + other;
        lane = f.lanes.first();
        break;
      }
    }
    if (why.isEmpty()) {
      why =
          ", which is for "
              + barriers.expected(id)
              + " work-items, and no more than "
              + barriers.arrived(id)
              + " arrive";
    }
    return new ExecutionException(
        where(first.barrier.block.block.last())
            + "divergent barrier: work-item "
            + workItem(first.lanes.first())
            + " waits at barrier "
            + id
            + why
            + who(lane));
  }

  /** Lets other fragments catch up and closes segments that have grown. */
  private void bound() {
    if (current != null && !ready.isEmpty()) {
      ready.add(current);
      current = null;
      select();
    }
    long bytes = recorder.bytes();
    if (bytes < options.segmentBytes() && recorder.blocks() < options.segmentBlocks()) {
      return;
    }
    if (current != null && current.lanes.count == liveCount) {
      closeSegment();
      reopen(current);
      pathsMayRepeat = false;
    } else if (liveCount > 0
        && (bytes >= options.hardSegmentBytes()
            || recorder.blocks() >= 16 * options.segmentBlocks())) {
      closeSegment();
      reopenAll();
      pathsMayRepeat = true;
    }
  }

  private void closeSegment() {
    segments.add(recorder.close(pathsMayRepeat));
    recorder.reset();
  }

  private void reopen(Fragment f) {
    f.classCount = 0;
    f.addClass(paths.open(f.lanes, f.block));
  }

  /** Begins a segment with the work-items wherever they are. */
  private void reopenAll() {
    List<Fragment> fragments = new ArrayList<>(ready);
    fragments.addAll(parked);
    if (current != null) {
      fragments.add(current);
    }
    List<Join> joins = new ArrayList<>();
    for (Fragment f : fragments) {
      for (Join join = f.join; join != null && !joins.contains(join); join = join.parent) {
        joins.add(join);
      }
    }
    for (Fragment f : fragments) {
      reopen(f);
    }
    for (Join join : joins) {
      if (join.arrived != null) {
        reopen(join.arrived);
      }
    }
  }

  private Fragment fragment() {
    Fragment f = pool.isEmpty() ? new Fragment(geometry.groupSize()) : pool.remove(pool.size() - 1);
    f.classCount = 0;
    return f;
  }

  private String where(Instruction in) {
    return kernel.source() + ":" + in.line() + ": kernel " + kernel.name() + ": ";
  }

  private String who(int lane) {
    return ", work-group ("
        + state.groupX
        + ", "
        + state.groupY
        + ", "
        + state.groupZ
        + "), work-item "
        + workItem(lane);
  }

  private String workItem(int lane) {
    int x = lane % geometry.sizeX();
    int rest = lane / geometry.sizeX();
    return "(" + x + ", " + rest % geometry.sizeY() + ", " + rest / geometry.sizeY() + ")";
  }
}
