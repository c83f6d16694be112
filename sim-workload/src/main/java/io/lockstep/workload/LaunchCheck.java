// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.launch.ImageParameters;
import io.lockstep.workload.launch.LaunchLimits;
import io.lockstep.workload.launch.LocalLayout;
import io.lockstep.workload.launch.QueriedImages;
import io.lockstep.workload.launch.StructureCheck;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks a launch: its arguments must match the kernel's parameters, its sizes must be positive,
 * and its group size must be the size that the kernel requires, if any.
 */
final class LaunchCheck {
  private static final int HANDLE_BITS = 64;
  private static final long MAX_ID = 1L << 32;

  /** OpenCL C standards that allow smaller last groups. */
  private static final Pattern SECOND = Pattern.compile("-cl-std=((CL|cl)[23]|(CLC|clc)\\+\\+).*");

  private static final int MAX_DOMAIN = 16384; // TeraScale's largest render target

  private LaunchCheck() {}

  /**
   * Converts bound resources to arguments. A kernel has a parameter for each resource that it
   * declares, with the resource's name.
   */
  static Step.Launch inOrder(Step.Launch launch, Kernel kernel) {
    if (!launch.isBound()) {
      if (kernel.isPixelKernel()) {
        throw launch.wrong(
            "'" + kernel.name() + "' works on pixels: launch it over a domain: [width, height]");
      }
      return launch;
    }
    if (launch.domain() != kernel.isPixelKernel()) {
      throw launch.wrong(
          "'"
              + kernel.name()
              + (launch.domain()
                  ? "' is not a pixel shader: launch it over a grid of work-groups"
                  : "' works on pixels: launch it over a domain: [width, height]"));
    }
    List<String> declared = kernel.parameters().stream().map(Parameter::name).toList();
    for (String name : launch.bindings().keySet()) {
      if (!declared.contains(name)) {
        throw launch
            .bindings()
            .get(name)
            .wrong(
                "'%s' declares no resource '%s'%s"
                    .formatted(kernel.name(), name, Suggestions.hint(name, declared)));
      }
    }
    List<Argument> arguments = new ArrayList<>();
    for (String name : declared) {
      Argument bound = launch.bindings().get(name);
      if (bound == null) {
        throw new InputException(
            launch.values().where(), "'" + kernel.name() + "' uses '" + name + "': bind it");
      }
      arguments.add(bound);
    }
    return new Step.Launch(
        launch.where(),
        launch.function(),
        launch.extent(),
        new Step.Launch.Values(launch.values().where(), arguments, Map.of()),
        launch.shared(),
        launch.cooperative());
  }

  /** Checks that a kernel with a launch barrier is launched cooperatively. */
  static void barriers(Step.Launch launch, Kernel kernel) {
    if (kernel.hasLaunchBarrier() && !launch.cooperative()) {
      throw new InputException(
          launch.where(),
          "'%s' has a barrier of all work-groups, which needs a cooperative launch (cooperative: true)"
              .formatted(kernel.name()));
    }
  }

  /** Returns the width and height of the pixel domain, or zeros if the launch has none. */
  static int[] domain(Step.Launch launch, Scope scope) {
    return launch.domain()
        ? Arrays.copyOf(sizes(launch.extent().grid(), "domain", MAX_DOMAIN, scope), 2)
        : new int[2];
  }

  private static Geometry tiles(Step.Launch launch, Scope scope) {
    int[] pixels = domain(launch, scope);
    int side = Geometry.PIXEL_TILE;
    return new Geometry(
        (pixels[0] + side - 1) / side, (pixels[1] + side - 1) / side, 1, side, side, 1);
  }

  /** Checks the number and kinds of arguments, which are known before execution. */
  static void arguments(Step.Launch launch, Kernel kernel) {
    List<Parameter> parameters = ImageQuery.written(kernel);
    List<Argument> arguments = launch.arguments();
    if (parameters.size() != arguments.size()) {
      throw new InputException(
          launch.values().where(),
          "'"
              + kernel.name()
              + "' has "
              + parameters.size()
              + (parameters.size() == 1 ? " parameter, found " : " parameters, found ")
              + arguments.size()
              + (arguments.size() == 1 ? " argument" : " arguments"));
    }
    ImageParameters.check(launch, kernel);
    for (int i = 0; i < parameters.size(); i++) {
      argument(arguments.get(i), i, parameters.get(i), kernel);
    }
    QueriedImages.check(launch, kernel);
  }

  private static void argument(Argument argument, int position, Parameter parameter, Kernel k) {
    String what = "parameter " + position + " of '" + k.name() + "'";
    if (argument instanceof Argument.Structure structure) {
      StructureCheck.argument(structure, what, parameter, k);
      return;
    }
    if (parameter.bytes() != parameter.type().bytes()) {
      throw StructureCheck.wanted(argument.where(), what, parameter);
    }
    String wanted = describe(parameter);
    if (argument instanceof Argument.Scalar scalar) {
      ElementType type = scalar.type();
      boolean half = type == ElementType.F16 && parameter.type() == Type.I16;
      if (type.bytes() != parameter.bytes()
          || type.isFloat() != parameter.type().isFloat() && !half) {
        throw argument.wrong(what + " is " + wanted + ", found " + type.text());
      }
      return;
    }
    String found =
        argument instanceof Argument.Buffer || argument instanceof Argument.Offset
            ? "the buffer '" + argument.buffers().get(0) + "'"
            : argument instanceof Argument.Local
                ? "local memory"
                : argument instanceof Argument.Image
                    ? "an image"
                    : argument instanceof Argument.Sampler ? "a sampler" : "a texture";
    // A texture handle has 64 bits regardless of the size of pointers (CUDA: cudaTextureObject_t).
    boolean pointer =
        argument instanceof Argument.Buffer
            || argument instanceof Argument.Offset
            || argument instanceof Argument.Local;
    int bits = pointer ? k.addressBits() : HANDLE_BITS;
    if (parameter.type().isFloat() || parameter.bytes() * 8 != bits) {
      throw argument.wrong(what + " is " + wanted + ", found " + found);
    }
  }

  private static String describe(Parameter parameter) {
    if (parameter.type() == Type.PTR) {
      return "a pointer";
    }
    return (parameter.type().isFloat() ? "a float of " : "an integer of ")
        + parameter.type().bits()
        + " bits";
  }

  /** Returns the group size of the launch, or of the kernel's text, as in AMD IL. */
  private static int[] block(Step.Launch launch, Kernel kernel, Scope scope) {
    if (!launch.extent().block().isEmpty()) {
      return sizes(launch.extent().block(), "block", LaunchLimits.MOST_ITEMS, scope);
    }
    List<Integer> size = kernel.requiredGroupSize();
    if (size.size() != 3) {
      throw launch.wrong("'" + kernel.name() + "' does not say the size of its work-groups");
    }
    return new int[] {size.get(0), size.get(1), size.get(2)};
  }

  /** Evaluates and checks grid and group size. */
  static Geometry geometry(Step.Launch launch, KernelLibrary.Entry entry, Scope scope) {
    if (launch.domain()) {
      return tiles(launch, scope);
    }
    boolean inItems = launch.range().inItems();
    String extent = inItems ? "global_size" : "grid";
    int[] grid = sizes(launch.extent().grid(), extent, Integer.MAX_VALUE, scope);
    int[] block = block(launch, entry.kernel(), scope);
    String blockWhere =
        launch.extent().block().isEmpty() ? launch.where() : launch.extent().block().get(0).where();
    if (inItems) {
      for (int d = 0; d < grid.length; d++) {
        grid[d] = (grid[d] - 1) / block[d] + 1;
      }
    }
    long group = (long) block[0] * block[1] * block[2];
    Optional<String> problem = LaunchLimits.problem(entry.kernel(), group);
    if (problem.isPresent()) {
      throw new InputException(blockWhere, problem.get());
    }
    if ((double) grid[0] * grid[1] * grid[2] * group > 0x1p62) {
      throw launch.extent().grid().get(0).wrong("more than 2^62 work-items");
    }
    required(launch, entry.kernel(), entry.kernel().requiredGroupSize(), block);
    if (entry.attributes() != null) {
      required(launch, entry.kernel(), entry.attributes().group(), block);
    }
    return new Geometry(grid[0], grid[1], grid[2], block[0], block[1], block[2]);
  }

  /** Returns the sizes of the last work-groups in x, y and z; empty if all groups are equal. */
  static List<Integer> last(
      Step.Launch launch, KernelLibrary.Entry entry, Geometry geometry, Scope scope) {
    if (!launch.range().inItems()) {
      return List.of();
    }
    int[] items = sizes(launch.extent().grid(), "global_size", Integer.MAX_VALUE, scope);
    int[] block = {geometry.sizeX(), geometry.sizeY(), geometry.sizeZ()};
    List<Integer> last = new ArrayList<>();
    for (int d = 0; d < block.length; d++) {
      last.add((items[d] - 1) % block[d] + 1);
    }
    if (Arrays.equals(last.stream().mapToInt(n -> n).toArray(), block)) {
      return List.of();
    }
    Kernel kernel = entry.kernel();
    String why = "";
    if (!kernel.requiredGroupSize().isEmpty()) {
      why = "'%s' requires groups of %s".formatted(kernel.name(), kernel.requiredGroupSize());
    } else if (kernel.hasLaunchBarrier()) {
      why = "'%s' has a barrier of all work-groups".formatted(kernel.name());
    } else if (entry.file().compilerOptions().stream()
        .noneMatch(o -> SECOND.matcher(o.text()).matches())) {
      why = "they need OpenCL 2.0 (options: [-cl-std=CL2.0])";
    }
    if (!why.isEmpty()) {
      throw launch
          .range()
          .wrong("the last groups of the range have %s work-items, and %s".formatted(last, why));
    }
    return last;
  }

  /** Returns the values of the launch's range by {@link LaunchRange#index}. */
  static long[] range(Step.Launch launch, Geometry geometry, Scope scope) {
    int dimensions = LaunchRange.DIMENSIONS;
    long[] range = new long[LaunchRange.COUNT];
    range[3 * dimensions] = launch.extent().grid().size();
    int[] block = {geometry.sizeX(), geometry.sizeY(), geometry.sizeZ()};
    int[] groups = {geometry.groupsX(), geometry.groupsY(), geometry.groupsZ()};
    int[] items = sizes(launch.extent().grid(), "global_size", Integer.MAX_VALUE, scope);
    for (int d = 0; d < dimensions; d++) {
      List<IntegerExpression> offset = launch.range().offset();
      if (d < offset.size()) {
        range[d] = offset.get(d).evaluate(scope, "global_offset", 0, MAX_ID);
      }
      range[dimensions + d] = launch.range().inItems() ? items[d] : (long) groups[d] * block[d];
      range[2 * dimensions + d] = block[d];
      if (launch.range().isGiven() && range[d] + range[dimensions + d] > MAX_ID) {
        throw launch.range().wrong("global ids beyond 2^32");
      }
    }
    return range;
  }

  private static void required(
      Step.Launch launch, Kernel kernel, List<Integer> required, int[] block) {
    if (required.isEmpty()) {
      return;
    }
    for (int d = 0; d < 3; d++) {
      if (block[d] != (d < required.size() ? required.get(d) : 1)) {
        List<Integer> found = new ArrayList<>(List.of(block[0], block[1], block[2]));
        throw launch
            .extent()
            .block()
            .get(0)
            .wrong("'" + kernel.name() + "' needs groups of " + required + ", found " + found);
      }
    }
  }

  private static int[] sizes(
      List<IntegerExpression> expressions, String what, int most, Scope scope) {
    int[] sizes = {1, 1, 1};
    for (int d = 0; d < expressions.size(); d++) {
      sizes[d] = (int) expressions.get(d).evaluate(scope, what, 1, most);
    }
    return sizes;
  }

  /** Lays out local arguments after the static local memory and CUDA's dynamic local memory. */
  static LocalLayout locals(Step.Launch launch, Kernel kernel, Scope scope) {
    long most = LocalLayout.MOST_BYTES;
    long[] sizes = new long[launch.arguments().size()];
    for (int i = 0; i < sizes.length; i++) {
      if (launch.arguments().get(i) instanceof Argument.Local local) {
        sizes[i] = local.bytes().evaluate(scope, "local", 1, most);
      }
    }
    long shared = launch.shared().evaluate(scope, "shared", 0, most);
    LocalLayout layout = LocalLayout.of(kernel, shared, sizes);
    if (layout.end() > most) {
      throw launch.wrong("a group asks for " + layout.end() + " bytes of local memory");
    }
    return layout;
  }
}
