// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * How programs are executed.
 *
 * @param frontends front-ends, chosen by language
 * @param execution limits of the execution
 * @param options what programs see, and what becomes of their calls
 * @param sources folder of the programs' sources, which results name
 * @param opening has a driver ready that a process opens, by the name of its file
 * @param notes receives messages for the user, on any thread
 */
record LiveSetup(
    List<KernelFrontend> frontends,
    ExecutionOptions execution,
    LiveOptions options,
    Path sources,
    Consumer<String> opening,
    Consumer<String> notes) {}
