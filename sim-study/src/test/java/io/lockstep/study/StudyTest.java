// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.WallLimits;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.format.ResultAnswer;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.WorkloadSource;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.program.TraceStore;
import io.lockstep.study.store.FolderStore;
import io.lockstep.study.store.MemoryStore;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.study.store.ResultStore;
import io.lockstep.testsupport.FaultyProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyTest {
  private static final Path MATMUL = Path.of("../examples/matmul.yaml");

  private static final String PTX =
      """
      .version 8.5
      .target sm_50
      .address_size 64
      .visible .entry k(.param .u64 p0)
      {.reg .b64 %rd<2>;
      ld.param.u64 %rd1,[p0];
      st.global.u32 [%rd1], 7;  ret;
      }
      """;

  private static final Catalogue CATALOGUE = catalogue();

  @TempDir private Path folder;

  private static Catalogue catalogue() {
    List<DeviceProvider> all = new ArrayList<>(Plugins.providers(List.of()));
    all.add(new FaultyProvider());
    return new Catalogue(all);
  }

  @BeforeEach
  void begin() {
    FaultyProvider.released = false;
  }

  @AfterEach
  void release() {
    FaultyProvider.released = true;
  }

  @Test
  void devicesThatRanOutOfMemoryTogetherAreRunOnceMoreAlone() {
    List<Request> requests =
        List.of(matmul("says-memory-is-short", 32), matmul("gtx280", 32), matmul("hd5870", 32));
    FaultyProvider.SHORTAGES.set(0);
    List<RunResult> together = together(requests);
    assertThat(FaultyProvider.SHORTAGES).hasValue(2);
    assertThat(together.get(0).failure()).isEqualTo(Failure.MEMORY);
    try (Study study = runner(threads(2))) {
      List<RunResult> each = study.run(requests.subList(1, 3), (request, result) -> {});
      assertThat(ResultAnswer.json("", together.subList(1, 3)))
          .isEqualTo(ResultAnswer.json("", each));
    }
  }

  @Test
  void afterTwoDevicesThatRanOutOfMemoryAgainTheOthersKeepTheirResults() {
    Request request = matmul("says-memory-is-short", 32);
    FaultyProvider.SHORTAGES.set(0);
    List<RunResult> results = together(List.of(request, request, request, request));
    assertThat(results).extracting(RunResult::failure).containsOnly(Failure.MEMORY).hasSize(4);
    assertThat(FaultyProvider.SHORTAGES).hasValue(4 + 2);
  }

  private List<RunResult> together(List<Request> requests) {
    try (Study study = runner(threads(2));
        Observation none = Observation.none();
        BufferDumps dumps = BufferDumps.none()) {
      List<RunResult> results = study.runObserved(requests, (request, result) -> {}, none, dumps);
      assertThat(study.standing()).hasSameSizeAs(requests);
      return results;
    }
  }

  private Study runner(StudyOptions options) {
    return new Study(CATALOGUE, Plugins.frontends(), options);
  }

  private static StudyOptions threads(int count) {
    RunOptions usual = RunOptions.defaults();
    return StudyOptions.defaults().with(usual.withThreads(count));
  }

  private Request matmul(String device, int n) {
    return new Request(MATMUL, Map.of("n", "" + n), CATALOGUE.spec(device), 0);
  }

  private List<Request> mixed() {
    List<Request> all = new ArrayList<>();
    for (String device : List.of("hd5870", "gtx280")) {
      Request one = matmul(device, 16);
      all.add(one);
      all.add(new Request(MATMUL, one.parameters(), one.spec().with("host.launch", "9us"), 0));
    }
    all.add(matmul("hd6970", 16));
    all.add(matmul("mi300a", 16));
    return all;
  }

  private List<RunResult> run(StudyOptions options, List<Request> requests) {
    try (Study runner = runner(options)) {
      return runner.run(requests, StudyListener.NONE);
    }
  }

  @Test
  void resultsAreThoseOfSingleRunsInTheOrderAskedForWhateverTheThreadsAndTheWindow() {
    List<Request> requests = mixed();
    List<RunResult> single = new ArrayList<>();
    Runner alone = new Runner(CATALOGUE, Plugins.frontends());
    for (Request r : requests) {
      Runner.Target target = new Runner.Target(r.spec());
      single.addAll(
          SharedProgram.run(alone, MATMUL, r.parameters(), List.of(target), RunOptions.defaults()));
    }
    String expected = ResultAnswer.json("x", single);
    for (int threads : new int[] {1, 3}) {
      assertThat(ResultAnswer.json("x", run(threads(threads), requests))).isEqualTo(expected);
    }
    StudyOptions narrow = threads(2);
    narrow = narrow.with(narrow.run().with().recordingBytes(1).build());
    assertThat(ResultAnswer.json("x", run(narrow, requests))).isEqualTo(expected);
  }

  @Test
  void aRequestOfAPhaseAndOptionsOfSeveralAreThoseOfASingleRun() {
    RunOptions.Builder usual = RunOptions.defaults().with();
    Request third = new Request(MATMUL, Map.of("n", "32"), CATALOGUE.spec("hd5870"), 3);
    Runner alone = new Runner(CATALOGUE, Plugins.frontends());
    for (RunOptions options : List.of(usual.build(), usual.phase(2).phases(3).build())) {
      List<RunResult> single =
          SharedProgram.run(
              alone,
              MATMUL,
              third.parameters(),
              List.of(new Runner.Target(third.spec())),
              options.with().phase(options.phase() + 3).build());
      List<RunResult> requested = run(StudyOptions.defaults().with(options), List.of(third));
      assertThat(ResultAnswer.json("x", requested)).isEqualTo(ResultAnswer.json("x", single));
    }
  }

  @Test
  void aFailingAndAnEndlessVariantCostOnlyThemselves() {
    WallLimits limits =
        WallLimits.defaults().withCall(Duration.ofSeconds(1)).withRun(Duration.ofSeconds(20));
    StudyOptions options = threads(2);
    options = options.with(options.run().with().limits(limits).build());
    List<RunResult> rows =
        run(
            options,
            List.of(
                matmul("loops", 16),
                matmul("gtx280", 16),
                matmul("throws-in-assemble", 16),
                new Request(folder.resolve("no.yaml"), Map.of(), CATALOGUE.spec("gtx280"), 0),
                matmul("hd5870", 16)));
    assertThat(rows.stream().map(RunResult::failure).toList())
        .containsExactly(Failure.STUCK, null, Failure.MODEL, Failure.INPUT, null);
    assertThat(rows.get(3).message()).contains("no.yaml").contains("no such file");
    List<RunResult> sound = run(threads(1), List.of(matmul("gtx280", 16), matmul("hd5870", 16)));
    assertThat(List.of(rows.get(1), rows.get(4))).isEqualTo(sound);
  }

  @Test
  void strictlyTheFirstWrongWorkloadInOrderEndsTheRun() {
    Request no = new Request(folder.resolve("no.yaml"), Map.of(), CATALOGUE.spec("gtx280"), 0);
    Request nor = new Request(folder.resolve("nor.yaml"), Map.of(), CATALOGUE.spec("gtx280"), 0);
    assertThatThrownBy(() -> run(threads(2).strictly(), List.of(matmul("gtx280", 16), no, nor)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no.yaml");
  }

  @Test
  void theListenerIsToldOfEveryRequestOnce() {
    List<Request> told = new ArrayList<>();
    try (Study runner = runner(threads(3))) {
      runner.run(mixed(), (request, result) -> told.add(request));
      assertThat(runner.standing()).hasSize(mixed().size());
    }
    assertThat(told).hasSize(mixed().size());
  }

  /** Counts what is added. */
  private static final class Counting implements ResultStore {
    private final ResultStore store;
    private final AtomicInteger added = new AtomicInteger();

    Counting(ResultStore store) {
      this.store = store;
    }

    @Override
    public Optional<RunResult> find(String key) {
      return store.find(key);
    }

    @Override
    public void add(PointOutcome outcome) {
      added.incrementAndGet();
      store.add(outcome);
    }
  }

  @Test
  void aRunThatWasCutShortGoesOnWhereItWasFromTheFolder() {
    List<Request> all = mixed();
    List<String> notes = new ArrayList<>();
    Path kept = folder.resolve("kept");
    run(threads(2).with(new FolderStore(kept, notes::add)), all.subList(0, 2));
    Counting store = new Counting(new FolderStore(kept, notes::add));
    List<RunResult> whole = run(threads(2), all);
    assertThat(run(threads(2).with(store), all)).isEqualTo(whole);
    assertThat(store.added).hasValue(all.size() - 2);
    assertThat(run(threads(2).with(store), all)).isEqualTo(whole);
    assertThat(store.added).hasValue(all.size() - 2);
    assertThat(notes).isEmpty();
  }

  @Test
  void aTornAndAnAlteredFileAreNotBelievedAndThatIsSaid() throws IOException {
    List<Request> two = List.of(matmul("gtx280", 16), matmul("hd5870", 16));
    List<String> notes = new ArrayList<>();
    FolderStore store = new FolderStore(folder.resolve("kept"), notes::add);
    List<RunResult> sound = run(threads(1).with(store), two);
    List<Path> files;
    try (var listed = Files.list(folder.resolve("kept"))) {
      files = listed.sorted().toList();
    }
    assertThat(files).hasSize(2);
    String text = Files.readString(files.get(0));
    Files.writeString(files.get(0), text.substring(0, text.length() / 2));
    String other = Files.readString(files.get(1));
    Files.writeString(files.get(1), other.replace("\"cycles\":", "\"cycles\":9"));
    assertThat(Files.readString(files.get(1))).isNotEqualTo(other);
    Counting counting = new Counting(store);
    assertThat(run(threads(1).with(counting), two)).isEqualTo(sound);
    assertThat(counting.added).hasValue(2);
    assertThat(notes).hasSize(2).allMatch(n -> n.contains("damaged"));
    assertThat(Files.readString(files.get(0))).isEqualTo(text);
  }

  @Test
  void figuresSetInOtherWordsAreFoundAndToldInTheseWords() {
    MemoryStore store = new MemoryStore();
    Request one = matmul("gtx280", 16);
    Request micros =
        new Request(MATMUL, one.parameters(), one.spec().with("host.launch", "9us"), 0);
    Request nanos =
        new Request(MATMUL, one.parameters(), one.spec().with("host.launch", "9000ns"), 0);
    run(threads(1).with(store), List.of(micros));
    Counting counting = new Counting(store);
    RunResult found = run(threads(1).with(counting), List.of(nanos)).get(0);
    assertThat(counting.added).hasValue(0);
    assertThat(found.overrides()).containsEntry("host.launch", "9000ns");
  }

  @Test
  void aRefusalIsKeptUnderTheWordsInWhichFiguresWereSetForItMayQuoteThem() {
    Counting store = new Counting(new FolderStore(folder.resolve("kept"), note -> {}));
    for (String words : List.of("1KiB", "1024B")) {
      Request one = matmul("gtx280", 16);
      Request small = new Request(MATMUL, one.parameters(), one.spec().with("lds.size", words), 0);
      int before = store.added.get();
      List<RunResult> first = run(threads(1).with(store), List.of(small));
      assertThat(first.get(0).status()).isEqualTo(RunStatus.REFUSED);
      assertThat(run(threads(1).with(store), List.of(small))).isEqualTo(first);
      assertThat(store.added).hasValue(before + 1);
    }
  }

  @Test
  void aStoreThatCannotBeWrittenEndsTheRunWhoeverIsStrict() {
    ResultStore full =
        new ResultStore() {
          @Override
          public Optional<RunResult> find(String key) {
            return Optional.empty();
          }

          @Override
          public void add(PointOutcome outcome) {
            throw new OutputException("kept", new IOException("no space left on device"));
          }
        };
    List<Request> two = List.of(matmul("gtx280", 16), matmul("hd5870", 16));
    assertThatThrownBy(() -> run(threads(2).with(full), two))
        .isInstanceOf(OutputException.class)
        .hasMessage("kept: cannot be written: no space left on device");
    assertThatThrownBy(() -> run(threads(1).with(full).strictly(), two.subList(0, 1)))
        .isInstanceOf(OutputException.class);
  }

  // ------------------------------------------------------------------ keys

  /** A workload with a data file in a folder of its own. */
  private Path workload(String name) throws IOException {
    Path place = Files.createDirectories(folder.resolve(name));
    Files.writeString(place.resolve("k.ptx"), PTX);
    Files.write(place.resolve("in.bin"), new byte[16]);
    return Files.writeString(
        place.resolve("w.yaml"),
        """
        name: w
        kernels: {file: k.ptx}
        parameters: {n: 4}
        buffers: {i: {type: u32, count: 4, init: {file: in.bin}}, o: {type: u32, count: 64, init: zero}}
        steps:
          - {launch: k, grid: [1], block: [32], args: [o]}
        """);
  }

  private Request of(Path workload) {
    return new Request(workload, new TreeMap<>(), CATALOGUE.spec("gtx280"), 0);
  }

  private String key(Request request) {
    try (ProgramPool pool = pool(Plugins.frontends())) {
      return pool.use(request.program()).key(request);
    }
  }

  private String text(List<KernelFrontend> frontends, Request request) {
    try (ProgramPool pool = pool(frontends)) {
      return pool.use(request.program()).text(request);
    }
  }

  private ProgramPool pool(List<KernelFrontend> frontends) {
    return new ProgramPool(
        CATALOGUE, frontends, RunOptions.defaults(), TraceStore.NONE, note -> {});
  }

  @Test
  void twoPathsToEqualContentGiveEqualKeysAndTextWithoutPaths() throws IOException {
    Request one = of(workload("one"));
    assertThat(key(one)).hasSize(64).isEqualTo(key(of(workload("two"))));
    assertThat(text(Plugins.frontends(), one)).doesNotContain(folder.toString());
  }

  @Test
  void commentsAndLayoutAreNoPartOfAWorkload() throws IOException {
    Path changed = workload("two");
    Files.writeString(changed, "# of no account\n" + Files.readString(changed));
    assertThat(key(of(changed))).isEqualTo(key(of(workload("one"))));
  }

  private void assertOther(Path changed) throws IOException {
    assertThat(key(of(changed))).isNotEqualTo(key(of(workload("same"))));
  }

  @Test
  void anotherStepOfTheWorkloadChangesTheKey() throws IOException {
    Path changed = workload("two");
    Files.writeString(changed, Files.readString(changed).replace("block: [32]", "block: [16]"));
    assertOther(changed);
  }

  @Test
  void anotherInstructionOfTheKernelChangesTheKey() throws IOException {
    Path changed = workload("two");
    Path kernel = changed.resolveSibling("k.ptx");
    Files.writeString(kernel, Files.readString(kernel).replace(", 7;", ", 8;"));
    assertOther(changed);
  }

  @Test
  void anotherByteOfADataFileChangesTheKey() throws IOException {
    Path changed = workload("two");
    Files.write(
        changed.resolveSibling("in.bin"),
        new byte[] {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    assertOther(changed);
  }

  @Test
  void anotherParameterChangesTheKeyAndItsDefaultDoesNot() throws IOException {
    Path path = workload("one");
    Request usual = of(path);
    assertThat(key(new Request(path, Map.of("n", "4"), usual.spec(), 0))).isEqualTo(key(usual));
    assertThat(key(new Request(path, Map.of("n", "5"), usual.spec(), 0))).isNotEqualTo(key(usual));
  }

  @Test
  void anotherFigureOfTheSpecificationChangesTheKeyAndTheSameOneDoesNot() throws IOException {
    Path path = workload("one");
    Request usual = of(path);
    String launch = usual.spec().figure("host.launch").text();
    assertThat(key(new Request(path, Map.of(), usual.spec().with("host.launch", launch), 0)))
        .isEqualTo(key(usual));
    assertThat(key(new Request(path, Map.of(), usual.spec().with("host.launch", "99us"), 0)))
        .isNotEqualTo(key(usual));
  }

  @Test
  void anotherPhaseChangesTheKey() throws IOException {
    Path path = workload("one");
    Request usual = of(path);
    assertThat(key(new Request(path, Map.of(), usual.spec(), 1))).isNotEqualTo(key(usual));
  }

  @Test
  void theTextNamesTheCodeOfEngineModuleAndFrontEnd() throws IOException {
    assertThat(text(Plugins.frontends(), of(workload("one"))))
        .containsPattern("(?m)^engine: \\S+ [0-9a-f]{64}$")
        .containsPattern("(?m)^module: \\S+ [0-9a-f]{64}$")
        .containsPattern("(?m)^front-end: ptx \\S+ [0-9a-f]{64}$");
  }

  /** The same front-end in another version of its compiler. */
  private record Newer(KernelFrontend frontend) implements KernelFrontend {
    @Override
    public String id() {
      return frontend.id();
    }

    @Override
    public List<String> extensions() {
      return frontend.extensions();
    }

    @Override
    public List<Kernel> read(String file, String text, FrontendOptions options) {
      return frontend.read(file, text, options);
    }

    @Override
    public String compiler(String file) {
      return "newer";
    }
  }

  @Test
  void anotherVersionOfTheCompilerChangesTheKey() throws IOException {
    Request usual = of(workload("one"));
    List<KernelFrontend> newer =
        Plugins.frontends().stream().<KernelFrontend>map(Newer::new).toList();
    String text = text(newer, usual);
    assertThat(text).contains(" newer\n").isNotEqualTo(text(Plugins.frontends(), usual));
  }

  @Test
  void aRefusedRequestIsARow() {
    Request one = matmul("gtx280", 16);
    Request refused = new Request(one.program(), one.spec(), 0, "has no such figure");
    RunResult row = run(threads(1), List.of(refused, one)).get(0);
    assertThat(row.status()).isEqualTo(RunStatus.REFUSED);
    assertThat(row.message()).isEqualTo("has no such figure");
  }

  @Test
  void aWorkloadInMemoryGivesWhatItsFileGivesAndIsKeptUnderAKeyOfItsText() throws IOException {
    Request read = of(workload("one"));
    String text = Files.readString(folder.resolve("one").resolve("w.yaml"));
    Kernel kernel = KernelFiles.read(folder.resolve("one/k.ptx"), Plugins.frontends()).get(0);
    WorkloadSource made =
        WorkloadSource.Made.of(
            text.replace("in.bin", folder + "/one/in.bin"), "kernel", k -> List.of(kernel));
    Request request = new Request(new ProgramKey(made, new TreeMap<>()), read.spec(), 0, "");
    List<RunResult> results = run(threads(1), List.of(request, read));
    assertThat(results.get(0).fingerprint()).isEqualTo(results.get(1).fingerprint());
    assertThat(results.get(0).statistics()).isEqualTo(results.get(1).statistics());
    assertThat(key(request)).hasSize(64).isNotEqualTo(key(read));
  }

  @Test
  void equalRequestsAreSimulatedOnceHoweverOftenTheyAreAskedFor() {
    Request one = matmul("gtx280", 16);
    Request same = matmul("gtx280", 16);
    List<String> told = new ArrayList<>();
    try (KnownResults known = new KnownResults(CATALOGUE, Plugins.frontends(), threads(2))) {
      known.run(List.of(one, same), (done, of, name) -> told.add(done + "/" + of));
      known.run(List.of(same, matmul("hd5870", 16)), (done, of, name) -> told.add(done + "/" + of));
      assertThat(known.result(same)).isEqualTo(known.result(one)).isPresent();
      assertThat(known.result(matmul("gtx280", 32))).isEmpty();
    }
    assertThat(told).containsExactly("0/1", "1/1", "0/1", "1/1");
  }
}
