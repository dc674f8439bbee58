import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** The diff of two pages would push everything else out of sight. */
const LINES_OF_A_FAILURE = 40;

/** Reports progress, and finally the failures. Leaves the counts in CRM_TEST_COUNTS for the closing line. */
export default class Progress implements Reporter {
  private vitest: Vitest | undefined;
  private total = 0;
  private done = 0;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.total = files.length;
  }

  onTestModuleEnd(module: TestModule): void {
    this.done += 1;
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const mark = module.ok() ? '✓' : '✗';
    const line = `${mark} ${this.done}/${this.total} ${nameOf(module)} (${seconds} s)`;
    if (!process.stdout.isTTY) console.log(line);
    else process.stdout.write(`\r\x1b[K${line}${module.ok() && this.done < this.total ? '' : '\n'}`);
    // A line now for whoever watches; details at the end.
    for (const test of module.children.allTests('failed'))
      console.log(`  ${test.fullName}: ${test.result().errors?.[0]?.message.split('\n')[0]}`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    for (const test of failed) this.print(`${nameOf(test.module)} › ${test.fullName}`, test.result().errors, test);
    const unloaded = modules.filter((module) => module.errors().length > 0);
    for (const module of unloaded) this.print(nameOf(module), module.errors());
    if (unhandled.length > 0) this.print('fuera de toda prueba', unhandled);
    const counts = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length + unloaded.length + unhandled.length,
    };
    if (process.env.CRM_TEST_COUNTS) writeFileSync(process.env.CRM_TEST_COUNTS, JSON.stringify(counts));
  }

  private print(title: string, errors: readonly unknown[] = [], test?: TestCase): void {
    console.log(`\n✗ ${title}`);
    for (const error of errors) {
      const { output } = this.vitest?.logger.formatError(error, test && { project: test.project }) ?? {
        output: String(error),
      };
      const lines = output.trimEnd().split('\n');
      console.log(lines.slice(0, LINES_OF_A_FAILURE).join('\n'));
      if (lines.length > LINES_OF_A_FAILURE) console.log(`… y ${lines.length - LINES_OF_A_FAILURE} líneas más`);
    }
  }
}

const nameOf = (module: TestModule) => relative(process.cwd(), module.moduleId);
