"""Makes the reference data that src/memory/embed/model is tested with, by the programs that other people use.

    python make-fixtures.py FOLDER

FOLDER holds all-MiniLM-L6-v2 as floats: model.onnx and tokenizer.json. Needs numpy, onnx, onnxruntime and tokenizers.
Nothing of the model is written but the numbers of the words that the sample texts have, and a dozen vectors.

    tiny.onnx       a BERT encoder of two layers with random weights, rounded to integers by onnxruntime
    tiny.json       what onnxruntime makes of it for a few lists of tokens, before and after rounding
    tokens.json     what the tokenizer of the model makes of the sample texts
    vectors.json    what the model makes of a dozen of them: mean of the last layer, unit length
"""

import base64, json, sys
from pathlib import Path

import numpy as np, onnx, onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

folder = Path(sys.argv[1])
fixtures = Path(__file__).parents[2] / "src/memory/embed/model/fixtures"

# -- a small BERT, with the names that an export by PyTorch has ------------------------------------------------------

words, places, width, wide, layers, heads = 160, 48, 64, 96, 2, 2
random = np.random.default_rng(7)
nodes, weights = [], []


def weight(name, *shape, scale=0.25, mean=0.0):
    weights.append(numpy_helper.from_array((random.standard_normal(shape) * scale + mean).astype(np.float32), name))
    return name


def constant(name, value, kind=np.float32):
    weights.append(numpy_helper.from_array(np.array(value, kind), name))
    return name


def node(op, inputs, output, **attributes):
    nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))
    return output


def norm(before, name):
    mean = node("ReduceMean", [before], f"/{name}/mean", axes=[-1])
    off = node("Sub", [before, mean], f"/{name}/off")
    square = node("Mul", [off, off], f"/{name}/square")
    spread = node("ReduceMean", [square], f"/{name}/spread", axes=[-1])
    root = node("Sqrt", [node("Add", [spread, "epsilon"], f"/{name}/plus")], f"/{name}/root")
    scaled = node("Mul", [node("Div", [off, root], f"/{name}/unit"), weight(f"{name}.weight", width, scale=0.2, mean=1)], f"/{name}/scaled")
    return node("Add", [scaled, weight(f"{name}.bias", width, scale=0.1)], f"/{name}/out")


def linear(before, name, inputs, outputs):
    matrix = weight(f"onnx::MatMul_{len(weights)}", inputs, outputs)
    product = node("MatMul", [before, matrix], f"/{name}/product")
    return node("Add", [weight(f"{name}.bias", outputs, scale=0.1), product], f"/{name}/out")


def by_head(before, name, order):
    return node("Transpose", [node("Reshape", [before, "by head"], f"/{name}/heads")], f"/{name}/turned", perm=order)


constant("epsilon", 1e-12), constant("root of size", np.sqrt(width / heads)), constant("half", 0.5), constant("one", 1.0)
constant("root of two", np.sqrt(2)), constant("by head", [0, 0, heads, width // heads], np.int64), constant("joined", [0, 0, width], np.int64)
state = node("Add", [
    node("Add", [
        node("Gather", [weight("embeddings.word_embeddings.weight", words, width), "input_ids"], "/embeddings/words"),
        node("Gather", [weight("embeddings.token_type_embeddings.weight", 2, width), "token_type_ids"], "/embeddings/kinds"),
    ], "/embeddings/some"),
    node("Gather", [weight("embeddings.position_embeddings.weight", places, width), "position_ids"], "/embeddings/places"),
], "/embeddings/all")
state = norm(state, "embeddings.LayerNorm")
for layer in range(layers):
    name = f"encoder.layer.{layer}"
    query = by_head(linear(state, f"{name}.attention.self.query", width, width), f"{name}.query", [0, 2, 1, 3])
    key = by_head(linear(state, f"{name}.attention.self.key", width, width), f"{name}.key", [0, 2, 3, 1])
    value = by_head(linear(state, f"{name}.attention.self.value", width, width), f"{name}.value", [0, 2, 1, 3])
    scores = node("Div", [node("MatMul", [query, key], f"/{name}/raw scores"), "root of size"], f"/{name}/scores")
    mixed = node("MatMul", [node("Softmax", [scores], f"/{name}/shares", axis=-1), value], f"/{name}/mixed")
    joined = node("Reshape", [node("Transpose", [mixed], f"/{name}/back", perm=[0, 2, 1, 3]), "joined"], f"/{name}/joined")
    attended = linear(joined, f"{name}.attention.output.dense", width, width)
    state = norm(node("Add", [attended, state], f"/{name}/sum"), f"{name}.attention.output.LayerNorm")
    inner = linear(state, f"{name}.intermediate.dense", width, wide)
    erf = node("Add", [node("Erf", [node("Div", [inner, "root of two"], f"/{name}/scaled")], f"/{name}/erf"), "one"], f"/{name}/erf plus")
    gelu = node("Mul", [node("Mul", [inner, erf], f"/{name}/twice"), "half"], f"/{name}/gelu")
    state = norm(node("Add", [linear(gelu, f"{name}.output.dense", wide, width), state], f"/{name}/sum 2"), f"{name}.output.LayerNorm")
node("Identity", [state], "last_hidden_state")

inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in ("input_ids", "token_type_ids", "position_ids")]
output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", width])
graph = helper.make_graph(nodes, "tiny", inputs, [output], weights)
floats, rounded = Path("/tmp/tiny-floats.onnx"), fixtures / "tiny.onnx"
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=6), floats)
quantize_dynamic(floats, rounded, per_channel=True, weight_type=QuantType.QInt8)


def unit(rows):
    mean = rows.mean(axis=0)
    return (mean / np.linalg.norm(mean)).astype("<f4")


def tiny(path, tokens):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    ids = np.array([tokens], np.int64)
    return unit(session.run(None, {"input_ids": ids, "token_type_ids": ids * 0, "position_ids": np.arange(len(tokens))[None, :]})[0][0])


def packed(vector):
    return base64.b64encode(vector.tobytes()).decode()


samples = [[1, 2], [3], [int(token) for token in random.integers(0, words, 11)], [int(token) for token in random.integers(0, words, places)]]
cases = [{"tokens": each, "floats": packed(tiny(floats, each)), "rounded": packed(tiny(rounded, each))} for each in samples]
(fixtures / "tiny.json").write_text(json.dumps({"width": width, "layers": layers, "cases": cases}, indent=1) + "\n")

# -- the tokenizer and the model -------------------------------------------------------------------------------------

tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(256)
texts = json.loads((fixtures / "sample-texts.json").read_text())
encoded = [tokenizer.encode(text) for text in texts]
vocabulary = {piece: id for each in encoded for piece, id in zip(each.tokens, each.ids)} | {"[UNK]": 100, "[MASK]": 103, "[PAD]": 0}
(fixtures / "tokens.json").write_text(
    json.dumps({"vocabulary": dict(sorted(vocabulary.items(), key=lambda item: item[1])), "tokens": [each.ids for each in encoded]}, ensure_ascii=False, separators=(",", ":")).replace("],", "],\n") + "\n"
)
session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
vectors = []
for text, each in list(zip(texts, encoded))[:12]:
    ids = np.array([each.ids], np.int64)
    rows = session.run(None, {"input_ids": ids, "attention_mask": ids * 0 + 1, "token_type_ids": ids * 0})[0][0]
    vectors.append({"text": text, "vector": packed(unit(rows))})
(fixtures / "vectors.json").write_text(json.dumps(vectors, ensure_ascii=False, indent=1) + "\n")
