// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

final class Refused {
  private Refused() {}

  static void register(OperationSet t) {
    t.family("Refused");
    t.refuse(
        "double precision",
        "dadd",
        "dmul",
        "ddiv",
        "dmad",
        "dfma",
        "deq",
        "dge",
        "dlt",
        "dne",
        "dfrexp",
        "dldexp",
        "dfrac",
        "d2f",
        "f2d",
        "dmin",
        "dmax",
        "drcp",
        "dsqrt",
        "dmov",
        "dabs");
    t.refuse("integers of 64 bits", "i64add", "i64max", "i64min", "u64max", "u64min", "i64shl");
    t.refuse(
        "textures are sampled with sample or load, without comparison or gathering",
        "sample_c",
        "sample_c_lz",
        "sample_c_g",
        "sample_c_l",
        "fetch4",
        "fetch4c",
        "fetch4po",
        "fetch4poc",
        "lod",
        "resinfo",
        "sampleinfo",
        "samplepos",
        "texld",
        "texldb",
        "texldd",
        "texldms",
        "texweight",
        "dclpt");
    t.refuse(
        "typed and structured views; dcl_raw_uav_id with uav_raw_load and uav_raw_store is supported",
        "dcl_uav",
        "dcl_typed_uav",
        "dcl_struct_uav",
        "uav_load",
        "uav_store",
        "uav_struct_load",
        "uav_struct_store",
        "dcl_raw_srv",
        "dcl_struct_srv",
        "srv_raw_load",
        "srv_struct_load",
        "append_buf_alloc",
        "append_buf_consume");
    t.refuse(
        "dcl_gds_id, gds_load, gds_store and the other atomics of dwords are supported",
        "gds_rsub",
        "gds_read_rsub",
        "gds_mskor",
        "gds_read_mskor");
    t.refuse("registers shared between wavefronts", "dcl_shared_temp", "init_shared_registers");
    t.refuse("derivatives of neighbouring pixels", "dsx", "dsy", "fwidth");
    t.refuse(
        "geometry and tessellation",
        "emit",
        "cut",
        "emitcut",
        "dcl_vprim",
        "dcl_odepth",
        "dcl_output_topology",
        "dcl_input_primitive",
        "dcl_max_output_vertex_count");
    t.refuse(
        "inputs other than the pixel's position",
        "dcl_input",
        "dcl_input_generic",
        "dclpi",
        "dclpin",
        "dclpp",
        "dclv",
        "dclvout");
    t.refuse("outputs other than dcl_output_generic", "dcl_output", "dcl_output_usage");
    t.refuse("macros; write the statements out", "mdef", "mend", "mcall");
    t.refuse("loops by an integer constant; use whileloop", "loop");
    t.refuse(
        "conditions by name; use if_logicalnz",
        "ifnz",
        "callnz",
        "call_logicalnz",
        "call_logicalz");
    t.refuse("killing by a stage; use discard_logicalnz", "kill");
    t.refuse("memory of R600's export unit; use g[]", "memexport", "memimport");
    t.refuse(
        "operations of early shader models",
        "acos",
        "asin",
        "atan",
        "tan",
        "sincos",
        "dxsincos",
        "exn",
        "expp",
        "exn_vec",
        "ln",
        "logp",
        "pow",
        "mod",
        "nrm",
        "len",
        "dist",
        "crs",
        "dst",
        "lit",
        "mmul",
        "transpose",
        "reflect",
        "faceforward",
        "noise",
        "pireduce",
        "cmov",
        "cmp",
        "set",
        "mova",
        "invariant_mov",
        "colorclamp",
        "clg",
        "det",
        "project");
    t.refuse("packed bytes and halves", "sad", "u4lerp", "f_2_u4");
  }
}
