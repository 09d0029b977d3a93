import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentBuild } from '../../server/platform/process/process-build.ts';
import { productionEnvAnywhere } from '../../server/testing/production-env.fixture.ts';
import { dist, ensureBuild, root } from '../../tools/build/prepare.ts';
import { freePort, startServer } from './product-process.ts';

/* The parts of the repository that a deployment needs: its sources and its build script. */
const sources = [
  ...['contract', 'locales', 'machines', 'public', 'scripts', 'server', 'src', 'tools', 'workshop'],
  ...['index.html', 'inspector.html', 'gallery.html', 'gallery-frame.html'],
  ...['package.json', 'package-lock.json', 'vite.config.ts'],
];

function run(script: string, folder: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = { ...process.env, LIGHTWELL_BUILD: 'production' };
  const child = spawn(process.execPath, [join(folder, script)], { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  }
  child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(output))));
  return promise;
}

/**
 * An installed product: a folder with sources and builds, and one server at a time at a fixed
 * address. The first build is that of this repository.
 */
export class Deployment {
  readonly folder = mkdtempSync(join(tmpdir(), 'lightwell-deployed-'));
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'lightwell-deployed-data-'));
  private port = 0;
  private stopServer: () => Promise<void> = async () => {};

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get client() {
    return join(currentBuild(join(this.folder, 'dist'), 'production') ?? '', 'client');
  }

  /** the build id in pages of the newest build */
  get build(): string {
    return JSON.parse(readFileSync(join(this.client, 'build.json'), 'utf8')).id;
  }

  get assets(): string[] {
    return readdirSync(join(this.client, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  }

  async begin() {
    const built = ensureBuild('production');
    for (const path of sources) {
      cpSync(join(root, path), join(this.folder, path), { recursive: true });
    }
    for (const path of ['node_modules', 'models']) {
      symlinkSync(join(root, path), join(this.folder, path));
    }
    const copied = join(this.folder, built.slice(root.length));
    mkdirSync(copied, { recursive: true });
    cpSync(built, copied, { recursive: true });
    copyFileSync(join(dist, 'current-production'), join(this.folder, 'dist/current-production'));
    this.port = await freePort();
    await this.serve();
  }

  /**
   * Changes a text, builds the product while the server runs, and restarts the server. The changed
   * text gives the new chunks other names.
   */
  async deploy(tagline: string) {
    const file = join(this.folder, 'locales/en/messages.json');
    const messages = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...messages, 'footer.tagline': tagline }, null, 2));
    await run('scripts/build.ts', this.folder);
    await this.stopServer();
    await this.serve();
  }

  lose(name: string) {
    for (const ending of ['', '.br', '.gz']) {
      const file = join(this.client, 'assets', name + ending);
      if (existsSync(file)) rmSync(file);
    }
  }

  async end() {
    await this.stopServer();
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async serve() {
    const { folder, port, dataDir } = this;
    this.stopServer = await startServer({
      folder,
      port,
      dataDir,
      environment: productionEnvAnywhere,
    });
  }
}
