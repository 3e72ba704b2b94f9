"""Vectors of texts from the sentence model that is imitated: an ONNX file and its tokenizer."""

import hashlib
import os

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

PART = 4096
BATCH = 64
TOKENS = 48


class Teacher:
    def __init__(self, folder, cache, threads=2):
        model = next(name for name in sorted(os.listdir(folder)) if name.endswith(".onnx"))
        tokenizer = next(name for name in sorted(os.listdir(folder)) if name.endswith("tokenizer.json"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(os.path.join(folder, model), options)
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, tokenizer))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(TOKENS)
        with open(os.path.join(folder, model), "rb") as file:
            self.cache = os.path.join(cache, hashlib.file_digest(file, "sha1").hexdigest())
        os.makedirs(self.cache, exist_ok=True)

    def embed(self, texts, say):
        """Kept in files by who was asked and what: this is most of the work of a training."""
        parts = []
        for start in range(0, len(texts), PART):
            part = texts[start : start + PART]
            path = os.path.join(self.cache, hashlib.sha1("\n".join(part).encode()).hexdigest() + ".npy")
            if not os.path.exists(path):
                np.save(path, self._embed(part).astype(np.float16))
                say(f"the teacher has read {start + len(part)} of {len(texts)} texts")
            parts.append(np.load(path))
        return np.concatenate(parts).astype(np.float32)

    def _embed(self, texts):
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        # Texts of one length in a batch: nothing is spent on padding.
        order = sorted(range(len(texts)), key=lambda at: len(ids[at]))
        vectors = np.zeros((len(texts), 384), np.float32)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            tokens = np.zeros((len(batch), max(len(ids[at]) for at in batch)), np.int64)
            mask = np.zeros_like(tokens)
            for row, at in enumerate(batch):
                tokens[row, : len(ids[at])] = ids[at]
                mask[row, : len(ids[at])] = 1
            given = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
            states = self.session.run(None, given)[0]
            mean = (states * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
            vectors[batch] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors
