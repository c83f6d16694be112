package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.ladder.Runs;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.variant.Request;
import io.lockstep.run.variant.VariantListener;
import io.lockstep.run.variant.VariantOptions;
import io.lockstep.run.variant.VariantRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Results of one workload by specification and launch phase: each is simulated once. Not
 * thread-safe; simulates on several threads.
 */
final class Simulations implements Runs, AutoCloseable {
  /** A specification at a phase. */
  private record Point(String family, String hash, int phase) {
    static Point of(Recipe recipe, int phase) {
      return new Point(recipe.spec().family(), recipe.spec().hash(), phase);
    }
  }

  private final Path workload;
  private final Map<String, String> parameters;
  private final VariantRunner runner;
  private final ExplainOptions options;
  private final ExplainListener listener;
  private final long start = System.nanoTime();
  private final Map<Point, RunResult> known = new HashMap<>();
  private final AtomicInteger done = new AtomicInteger();

  Simulations(
      Path workload,
      Map<String, String> parameters,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      ExplainOptions options,
      Consumer<String> notes,
      ExplainListener listener) {
    this.workload = workload;
    this.parameters = parameters;
    this.options = options;
    this.listener = listener;
    runner =
        new VariantRunner(
            catalogue,
            frontends,
            VariantOptions.defaults()
                .with(options.run().with().byCause(true).build())
                .telling(notes)
                .strictly());
  }

  /** Simulates what is not known. */
  @Override
  public void run(Collection<Recipe> recipes, int phases) {
    Map<Point, Request> wanted = new LinkedHashMap<>();
    for (Recipe recipe : recipes) {
      for (int phase = 0; phase < phases; phase++) {
        Point point = Point.of(recipe, phase);
        if (!known.containsKey(point)) {
          wanted.put(point, new Request(workload, parameters, recipe.spec(), phase));
        }
      }
    }
    if (wanted.isEmpty()) {
      return;
    }
    int all = done.get() + wanted.size();
    listener.at(done.get(), all);
    VariantListener counting =
        (request, result) -> {
          listener.at(done.incrementAndGet(), all);
          requireTime(all);
        };
    List<RunResult> results = runner.run(List.copyOf(wanted.values()), counting);
    List<Point> points = new ArrayList<>(wanted.keySet());
    for (int i = 0; i < points.size(); i++) {
      known.put(points.get(i), results.get(i));
    }
  }

  private void requireTime(int all) {
    long spent = System.nanoTime() - start;
    if (done.get() < all
        && options.limit().isPresent()
        && spent > options.limit().get().toNanos()) {
      throw new UnexplainedException(
          UnexplainedException.Why.FAILED,
          "time limit: "
              + done.get()
              + " of "
              + all
              + " simulations done; fewer --phases, or a smaller workload, take less");
    }
  }

  /** How many phases, of so many, specifications can have if there are to be few simulations. */
  @Override
  public int phases(Collection<Recipe> recipes, int asked) {
    long unknown = recipes.stream().filter(r -> !known.containsKey(Point.of(r, asked - 1))).count();
    int phases = asked;
    while (phases > ExplainOptions.FEWEST && done.get() + unknown * phases > options.most()) {
      phases--;
    }
    return phases;
  }

  /** A result that has been simulated to its end. */
  @Override
  public RunResult result(Recipe recipe, int phase) {
    RunResult result = known.get(Point.of(recipe, phase));
    if (!result.isSimulated()) {
      boolean refused = result.status() == RunStatus.REFUSED;
      throw new UnexplainedException(
          refused ? UnexplainedException.Why.REFUSED : UnexplainedException.Why.FAILED,
          recipe.words() + (refused ? " refuses it: " : " failed: ") + result.message());
    }
    return result;
  }

  /** Whether two specifications have been through the same events at the first phase. */
  @Override
  public boolean isSame(Recipe one, Recipe other) {
    RunResult first = result(one, 0);
    RunResult second = known.get(Point.of(other, 0));
    return second.isSimulated()
        && first.fingerprint().equals(second.fingerprint())
        && first.picos() == second.picos();
  }

  @Override
  public void close() {
    runner.close();
  }
}
