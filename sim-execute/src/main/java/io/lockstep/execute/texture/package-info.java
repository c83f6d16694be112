// SPDX-License-Identifier: Apache-2.0
/** Steps that read and write textures, surfaces and images. */
package io.lockstep.execute.texture;
