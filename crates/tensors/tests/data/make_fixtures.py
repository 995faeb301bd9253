"""Fixtures of crates/tensors, made with numpy, ml_dtypes and safetensors."""
import io, zipfile, numpy as np, ml_dtypes
from safetensors.numpy import save_file

print(np.__version__, ml_dtypes.__version__)
sixths = (np.arange(6) / 4 - 0.5).reshape(2, 3)
np.savez("plain.npz", f64=sixths, f32=sixths.astype("f4"), i64=np.array([-(2**62), 0, 5]),
         i32=np.array([[-7], [8]], dtype="i4"), u8=np.array([0, 255], dtype="u1"), bool=np.array([True, False]),
         scalar=np.float64(2.5), empty=np.zeros((0, 4), dtype="f4"))
np.savez_compressed("compressed.npz", ramp=np.arange(600.0).reshape(100, 6), zeros=np.zeros((64, 64)))
np.savez("object.npz", good=np.array([1.0, 2.0]), objects=np.array([{"a": 1}, None], dtype=object))
cube = np.arange(24.0).reshape(2, 3, 4)
np.savez_compressed("fortran.npz", cube=np.asfortranarray(cube), line=np.asfortranarray(np.arange(3.0)))
np.savez("big_endian.npz", f64=sixths.astype(">f8"), f32=sixths.astype(">f4"), f16=sixths.astype(">f2"),
         i32=np.array([-7, 1 << 20], dtype=">i4"), i64=np.array([-7, 1 << 40], dtype=">i8"))
half = np.array([1.0, -0.0, 65504.0, 2.0**-24, np.inf, -np.inf, np.nan, 1 / 3], dtype="f2")
np.savez("f16.npz", half=half)
np.savez("unsupported.npz", c16=np.array([1 + 2j]), bf16=sixths.astype(ml_dtypes.bfloat16),
         text=np.array(["ab"]), fields=np.array([(1, 2.0)], dtype=[("x", "i4"), ("y", "f8")]), good=sixths)
brain = np.array([1.0, -2.5, 3.0e38, 2.0**-133, 1 / 3, -0.0], dtype=ml_dtypes.bfloat16).reshape(3, 2)
print([float(x) for x in brain.ravel()], [float(x) for x in half])
save_file({"q": brain, "k": sixths.astype("f2"), "flags": np.array([True, False]), "odd": np.array([1, 2], dtype="u2")},
          "bf16.safetensors", metadata={"dtype_of_arithmetic": "bf16_io_f32_state", "quote": "\"ü\n"})
