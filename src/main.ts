process.stdout.write('stemma 0.1.0\n');
