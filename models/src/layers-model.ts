import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readWeights, type Weight } from './tfjs-weights.ts';

const layer = z.object({
  class_name: z.string(),
  name: z.string(),
  config: z.object({
    size: z.array(z.int()).optional(),
    scale: z.int().optional(),
    beta: z.number().optional(),
    padding: z.string().optional(),
    activation: z.string().optional(),
    strides: z.array(z.int()).optional(),
  }),
  inbound_nodes: z.array(z.array(z.tuple([z.string()], z.unknown()))),
});

const modelFile = z.object({
  modelTopology: z.object({
    model_config: z.object({ config: z.object({ layers: z.array(layer) }) }),
  }),
  weightsManifest: z.unknown(),
});

export interface Layer {
  kind: string;
  name: string;
  inputs: string[];
  config: z.infer<typeof layer>['config'];
}

export interface LayersModel {
  /** layers in an order in which every layer comes after its inputs */
  layers: Layer[];
  weights: Map<string, Weight>;
}

/** Reads a TensorFlow.js layers model (`model.json` and its shards) from a folder. */
export async function readLayersModel(folder: string): Promise<LayersModel> {
  const text = await readFile(path.join(folder, 'model.json'), 'utf8');
  const { modelTopology, weightsManifest } = modelFile.parse(JSON.parse(text));
  const layers = modelTopology.model_config.config.layers.map((entry) => ({
    kind: entry.class_name,
    name: entry.name,
    inputs: (entry.inbound_nodes[0] ?? []).map(([name]) => name),
    config: entry.config,
  }));
  return { layers, weights: await readWeights(folder, weightsManifest) };
}
